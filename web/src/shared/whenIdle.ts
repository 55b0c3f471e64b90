/** Runs `act` once the page has loaded and the browser is idle, at most `latest` milliseconds after that. Returns a function that cancels it. */
export function whenIdle(act: () => void, latest = 30_000): () => void {
  let cancel = () => {};
  const whenLoaded = () => {
    if ('requestIdleCallback' in window) {
      const handle = requestIdleCallback(act, { timeout: latest });
      cancel = () => cancelIdleCallback(handle);
    } else {
      const timer = setTimeout(act, Math.min(latest, 2000));
      cancel = () => clearTimeout(timer);
    }
  };
  if (document.readyState === 'complete') whenLoaded();
  else {
    window.addEventListener('load', whenLoaded, { once: true });
    cancel = () => window.removeEventListener('load', whenLoaded);
  }
  return () => cancel();
}
