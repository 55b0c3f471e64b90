import { CalendarPlus, Link as LinkIcon, Plus, Share2 } from 'lucide-react';
import { paths } from '@/shared/paths';
import { Button, ButtonLink } from '@/ui';
import { getDraft, resetDraft } from '../draft';
import { addToCalendar } from './addToCalendar';
import { copyLiveLink, shareLiveStatus } from './liveLink';
import type { ConfirmationView } from './view';

const icon = (Icon: typeof Plus) => <Icon aria-hidden="true" className="size-4" />;

export function ConfirmationActions({ view }: { view: ConfirmationView }) {
  return (
    <div className="grid gap-2.5 sm:grid-cols-2">
      <Button look="quiet" size="small" icon={icon(CalendarPlus)} onClick={() => void addToCalendar(view)}>
        Add to Calendar
      </Button>
      <Button look="quiet" size="small" icon={icon(Share2)} onClick={() => void shareLiveStatus(view)}>
        Share live status
      </Button>
      <Button look="quiet" size="small" icon={icon(LinkIcon)} onClick={() => void copyLiveLink(view)}>
        Copy live link
      </Button>
      <ButtonLink
        look="quiet"
        size="small"
        icon={icon(Plus)}
        to={paths.booking.create}
        onClick={() => {
          // In the fallback view the draft has not been cleared yet, but its booking exists on the server.
          if (getDraft().bookingId) resetDraft();
        }}
      >
        Make Another Booking
      </ButtonLink>
    </div>
  );
}
