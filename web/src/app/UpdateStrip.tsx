import { Button } from '@/ui';
import { offerUpdate, useOfferedUpdate } from './updates';

/** Asks before reloading into a new version, so that nobody is interrupted in the middle of a booking. */
export function UpdateStrip() {
  const apply = useOfferedUpdate();
  return (
    <div role="status">
      {apply && (
        <div className="flex flex-wrap items-center justify-center gap-x-4 gap-y-1 bg-action-soft px-5 py-2 text-s">
          <span className="font-[550]">
            A new version of Callout is ready. What you have entered is kept.
          </span>
          <span className="flex gap-2">
            <Button size="small" look="plain" onClick={apply}>
              Update now
            </Button>
            <Button size="small" look="plain" onClick={() => offerUpdate(null)}>
              Later
            </Button>
          </span>
        </div>
      )}
    </div>
  );
}
