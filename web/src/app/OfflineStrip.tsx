import { WifiOff } from 'lucide-react';
import { useLocation } from 'react-router';
import { noConnectionText, useOffline } from '@/shared/connection';
import { paths } from '@/shared/paths';

const { create, estimate, address, time, review, payment } = paths.booking;
const whatStillWorks = new Map([
  [paths.landing as string, ' Prices still work on this device.'],
  ...[create, estimate, address, time, review, payment].map(
    (path) => [path as string, ' Your booking is saved.'] as const,
  ),
]);

/** Shown above every screen while requests fail, with what still works there. */
export function OfflineStrip() {
  const offline = useOffline();
  const { pathname } = useLocation();
  return (
    <div role="status">
      {offline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-5 py-2.5 text-center text-s font-[650] text-warn">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {noConnectionText()}
          {whatStillWorks.get(pathname)}
        </p>
      )}
    </div>
  );
}
