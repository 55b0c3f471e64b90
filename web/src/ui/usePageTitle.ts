import { useEffect } from 'react';

/** Names the tab. `hasError` puts "Error: " in front after a failed submit, so that a screen reader hears it first. */
export function usePageTitle(title: string, hasError = false): void {
  useEffect(() => {
    document.title = `${hasError ? 'Error: ' : ''}${title} – Callout`;
  }, [title, hasError]);
}
