import { useEffect } from 'react';

/** For a dialog whose opening button may be gone by the time it closes: then the page's heading takes the focus. */
export function useFocusKept(): void {
  useEffect(
    () => () => {
      const { activeElement, body } = document;
      if (!activeElement || activeElement === body)
        document.getElementById('page-title')?.focus({ preventScroll: true });
    },
    [],
  );
}
