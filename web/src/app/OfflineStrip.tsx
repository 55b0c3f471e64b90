import { WifiOff } from 'lucide-react';
import { useLocation } from 'react-router';
import { useOffline } from '@/shared/connection';

/** Shown above every screen while requests fail, with what still works offline. */
export function OfflineStrip() {
  const offline = useOffline();
  const { pathname } = useLocation();
  const text = pathname.startsWith('/booking/')
    ? "You're offline. Your booking is saved."
    : "You're offline. Prices still work on this device.";
  return (
    <div role="status">
      {offline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-5 py-2.5 text-center text-s font-[650] text-warn">
          <WifiOff aria-hidden="true" className="size-4 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}
