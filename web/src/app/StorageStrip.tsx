import { HardDrive } from 'lucide-react';
import { useStorageBlocked } from '@/shared/storage';

/** Shown above every screen while this browser stores nothing: what is entered lasts as long as the page. */
export function StorageStrip() {
  const blocked = useStorageBlocked();
  return (
    <div role="status">
      {blocked && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-5 py-2.5 text-center text-s font-[650] text-warn">
          <HardDrive aria-hidden="true" className="size-4 shrink-0" />
          Your browser can't save what you enter here. Everything works, but closing or reloading this page
          loses it.
        </p>
      )}
    </div>
  );
}
