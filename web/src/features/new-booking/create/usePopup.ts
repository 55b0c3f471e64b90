// Which popup is open is a part of the history: going back, with the browser's button or Android's, closes it and leaves nothing.
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';

type Popup = 'estimate' | 'help';

export function usePopup() {
  const { pathname, search, state, key } = useLocation();
  const navigate = useNavigate();
  const closing = useRef(false);
  const open = (state as { popup?: Popup } | null)?.popup ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the entry, which going back has left
  useEffect(() => {
    closing.current = false;
  }, [key]);
  return {
    open,
    show: (popup: Popup) => open !== popup && navigate({ pathname, search }, { state: { popup } }),
    close: () => {
      // A second press before the browser has gone back would leave the journey.
      if (!open || closing.current) return;
      closing.current = true;
      navigate(-1);
    },
  };
}
