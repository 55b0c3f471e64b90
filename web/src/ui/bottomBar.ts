// Refs of what lies over the page: they tell it their height as a CSS variable, so that nothing important ends up beneath them.

function heightAs(variable: string) {
  return (element: HTMLElement | null): (() => void) | undefined => {
    if (!element) return;
    const { style } = document.documentElement;
    const sizes = new ResizeObserver(() => style.setProperty(variable, `${element.offsetHeight}px`));
    sizes.observe(element);
    return () => {
      sizes.disconnect();
      style.removeProperty(variable);
    };
  };
}

/** For a bar with the class `bottom-bar`. */
export const bottomBar = heightAs('--bottom-bar');

/** For what stands where messages appear: they make room for it. */
export const besideToasts = heightAs('--beside-toasts');
