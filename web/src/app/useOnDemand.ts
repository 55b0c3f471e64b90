import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** A component that most visits never need: fetched once it is wanted; after a failure the next wish fetches again. Null until it is there. */
export function useOnDemand<Props>(
  wanted: boolean,
  load: () => Promise<{ default: ComponentType<Props> }>,
  failed: () => void,
): ComponentType<Props> | null {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const fetchPart = useEffectEvent(() => {
    load().then(({ default: fetched }) => setPart(() => fetched), failed);
  });
  const missing = wanted && Part === null;
  useEffect(() => {
    if (missing) fetchPart();
  }, [missing]);
  return Part;
}
