import { useLayoutEffect, useRef } from 'react';

/** The ref of something that may go while the focus is in it: the element with this id takes the focus then, so that it does not fall off the
 *  page. */
export function useFocusHandedTo<Shown extends HTMLElement>(id: string) {
  const shown = useRef<Shown>(null);
  useLayoutEffect(() => {
    const element = shown.current;
    return () => {
      if (element?.contains(document.activeElement))
        document.getElementById(id)?.focus({ preventScroll: true });
    };
  }, [id]);
  return shown;
}
