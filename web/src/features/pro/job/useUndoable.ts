import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Milliseconds to change one's mind. */
const TIME = 5000;

/** Does `act` after five seconds, unless it is undone. Whoever leaves the page has made up their mind. */
export function useUndoable(act: () => void) {
  /** When it will be done; null while nothing waits. */
  const [due, setDue] = useState<number | null>(null);
  const isWaiting = useRef(false);

  const finish = useEffectEvent(() => {
    if (!isWaiting.current) return;
    isWaiting.current = false;
    setDue(null);
    act();
  });
  useEffect(() => {
    if (due === null) return;
    const timer = setTimeout(() => finish(), due - Date.now());
    return () => {
      clearTimeout(timer);
      finish();
    };
  }, [due]);

  return {
    due,
    start: () => {
      isWaiting.current = true;
      setDue(Date.now() + TIME);
    },
    undo: () => {
      isWaiting.current = false;
      setDue(null);
    },
  };
}
