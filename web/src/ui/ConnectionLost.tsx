import { LoaderCircle } from 'lucide-react';
import { Banner } from './Banner';

/** The last request failed or the stream broke, so the page shows the last known state. */
export function ConnectionLost() {
  return (
    <Banner tone="warn" icon={<LoaderCircle aria-hidden="true" className="mt-px size-5 shrink-0" />}>
      Connection lost. Reconnecting…
    </Banner>
  );
}
