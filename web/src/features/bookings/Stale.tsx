import { LoaderCircle } from 'lucide-react';
import { Banner } from '@/ui';

/** The last question failed: what is shown is what was known before. */
export function Stale() {
  return (
    <Banner tone="warn" icon={<LoaderCircle aria-hidden="true" className="mt-px size-5 shrink-0" />}>
      Connection lost. Reconnecting…
    </Banner>
  );
}
