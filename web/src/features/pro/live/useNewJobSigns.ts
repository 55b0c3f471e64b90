// What tells a pro of a new job who does not look at the page: a sound, a shake, and the tab's title while it is hidden.
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { nameOf, offersQuery } from '../offers/offers';
import { allowSound, announceJob } from './sound';

export function useNewJobSigns(): void {
  const { data: offers } = useQuery(offersQuery);
  const told = useRef(new Set<string>());
  useEffect(() => {
    const fresh = (offers ?? []).filter((offer) => !told.current.has(nameOf(offer)));
    for (const offer of fresh) told.current.add(nameOf(offer));
    if (fresh.length > 0) announceJob();
  }, [offers]);
  useEffect(() => {
    document.addEventListener('pointerdown', allowSound);
    document.addEventListener('keydown', allowSound);
    return () => {
      document.removeEventListener('pointerdown', allowSound);
      document.removeEventListener('keydown', allowSound);
    };
  }, []);
  useHiddenTitle(offers?.length ?? 0);
}

/** '(1) New job' in place of the page's title, while the page is hidden and an offer stands. */
function useHiddenTitle(count: number): void {
  useEffect(() => {
    if (count === 0) return;
    let kept: string | null = null;
    const restore = () => {
      if (kept !== null) document.title = kept;
      kept = null;
    };
    const show = () => {
      if (!document.hidden) return restore();
      kept ??= document.title;
      document.title = `(${count}) ${count === 1 ? 'New job' : 'New jobs'}`;
    };
    show();
    document.addEventListener('visibilitychange', show);
    return () => {
      document.removeEventListener('visibilitychange', show);
      restore();
    };
  }, [count]);
}
