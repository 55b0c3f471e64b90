import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** On navigation, scrolls to the top (or, going back and forward, to where the browser remembers) and focuses the page's heading, so that a
 *  screen reader announces the page; a #fragment focuses its target instead. */
export function useRouteFocus(): void {
  const { pathname, hash } = useLocation();
  const navigation = useNavigationType();
  const last = useRef(pathname + hash);

  useEffect(() => {
    const target = hash ? document.getElementById(hash.slice(1)) : null;
    if (target) target.scrollIntoView();
    if (last.current === pathname + hash) return;
    last.current = pathname + hash;
    if (target) return;
    if (navigation !== 'POP') window.scrollTo(0, 0);
    // The screen has already focused a field of its own, as the address step does for ?focus=entry.
    const active = document.activeElement;
    if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) return;
    const heading = document.getElementById('page-title') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  }, [pathname, hash, navigation]);
}
