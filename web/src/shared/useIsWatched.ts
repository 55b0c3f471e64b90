import { useEffect, useState } from 'react';

/** Whether somebody looks at the page: true until it has been hidden for `grace` milliseconds, and again as soon as it is shown. */
export function useIsWatched(grace: number): boolean {
  const [isWatched, setWatched] = useState(true);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.hidden) timer = setTimeout(() => setWatched(false), grace);
      else setWatched(true);
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [grace]);
  return isWatched;
}
