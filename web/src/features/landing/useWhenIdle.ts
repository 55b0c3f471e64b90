import { useEffect, useState } from 'react';
import { whenIdle } from '@/shared/whenIdle';

/** What `fetch` brings once the page is idle; undefined until then, and without a connection. Fetched again when `key` changes; not at all
 *  while it is null. react-query would cost the first screen 10 KB. */
export function useWhenIdle<Answer>(
  key: string | null,
  fetch: (signal: AbortSignal) => Promise<Answer>,
): Answer | undefined {
  const [found, setFound] = useState<{ key: string; answer: Answer }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` says when to fetch again
  useEffect(() => {
    if (key === null) return;
    const left = new AbortController();
    const cancel = whenIdle(() => {
      fetch(left.signal).then(
        (answer) => !left.signal.aborted && setFound({ key, answer }),
        () => undefined,
      );
    }, 3000);
    return () => {
      cancel();
      left.abort();
    };
  }, [key]);
  return found?.key === key ? found.answer : undefined;
}
