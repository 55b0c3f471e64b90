import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** On a change of screen the focus goes to its heading, so that screen readers say where one is; a #fragment to its target. */
export function useRouteFocus(): void {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname + hash);

  useEffect(() => {
    const here = pathname + hash;
    if (hash) document.getElementById(hash.slice(1))?.scrollIntoView();
    if (last.current === here) return;
    last.current = here;
    if (hash) return;
    // A screen that focuses a field of its own (the address step's ?focus=entry) has done so already.
    const active = document.activeElement;
    if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) return;
    const target = document.getElementById('page-title') ?? document.getElementById('main');
    target?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
