/** Runs `act` once the page has loaded and the browser has nothing better to do; `latest` milliseconds after the load at the latest. The answer
 *  takes it back. */
export function whenIdle(act: () => void, latest = 30_000): () => void {
  let takeBack = () => {};
  const whenLoaded = () => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(act, { timeout: latest });
      takeBack = () => cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(act, Math.min(latest, 2000));
      takeBack = () => clearTimeout(timer);
    }
  };
  if (document.readyState === 'complete') whenLoaded();
  else {
    window.addEventListener('load', whenLoaded, { once: true });
    takeBack = () => window.removeEventListener('load', whenLoaded);
  }
  return () => takeBack();
}
