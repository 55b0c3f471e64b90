/** The first Tab stop: skips the top bar and goes to the content. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: it links within the page; the handler only moves the focus as well
    <a
      href="#main"
      onClick={(event) => {
        event.preventDefault();
        const main = document.getElementById('main');
        main?.setAttribute('tabindex', '-1');
        main?.focus();
      }}
      className="sr-only rounded-medium bg-action px-4 py-3 font-[650] text-on-action focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50"
    >
      Skip to main content
    </a>
  );
}
