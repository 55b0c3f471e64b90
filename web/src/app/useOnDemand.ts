import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';

/** A component that most visits never need: null until `wanted` has been true and its code has loaded. After a failure, the next time it is
 *  wanted tries again. */
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
