import { useEffect } from 'react';

/** Sets the tab's title. `hasError` puts "Error: " in front after a failed submit, so that a screen reader says it first. */
export function usePageTitle(title: string, hasError = false): void {
  useEffect(() => {
    document.title = `${hasError ? 'Error: ' : ''}${title} – Callout`;
  }, [title, hasError]);
}
