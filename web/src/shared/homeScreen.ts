/** An iPhone or iPad shows notifications of apps on its Home Screen alone, and this page is in a tab. */
export function needsHomeScreen(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // An iPad calls itself a Mac.
  const isApple = /iPhone|iPad/.test(userAgent) || (userAgent.includes('Macintosh') && maxTouchPoints > 1);
  return isApple && !window.matchMedia('(display-mode: standalone)').matches;
}
