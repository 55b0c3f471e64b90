import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** On a change of screen the page starts at its top (back and forward: where the browser remembers) and the focus goes to its heading, so that
 *  screen readers say where one is; a #fragment goes to its target. */
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
    // A screen that focused a field of its own (the address step's ?focus=entry) has done so already.
    const active = document.activeElement;
    if (active instanceof HTMLInputElement || active instanceof HTMLTextAreaElement) return;
    const heading = document.getElementById('page-title') ?? document.getElementById('main');
    heading?.focus({ preventScroll: true });
  }, [pathname, hash, navigation]);
}
