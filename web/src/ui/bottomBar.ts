/** The ref of a bar with the class `bottom-bar`: tells the page its height, so that neither what has the focus nor a toast ends up beneath it. */
export function bottomBar(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return;
  const { style } = document.documentElement;
  const sizes = new ResizeObserver(() => style.setProperty('--bottom-bar', `${bar.offsetHeight}px`));
  sizes.observe(bar);
  return () => {
    sizes.disconnect();
    style.removeProperty('--bottom-bar');
  };
}
