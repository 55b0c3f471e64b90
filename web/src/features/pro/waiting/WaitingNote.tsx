// Over every page of the area: what this device has not sent yet. A job's own steps are shown on its page.
import { CloudUpload } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { notSentText } from '@/shared/outbox/words';
import { paths } from '@/shared/paths';
import { Banner } from '@/ui';
import { useWaitingSteps } from '@/ui/outbox/steps';
import { shortId } from '../words';

export function WaitingNote() {
  const { pathname } = useLocation();
  const steps = useWaitingSteps().filter(({ bookingId }) => pathname !== paths.master.job(bookingId));
  const stopped = new Set(steps.filter(({ refusal }) => refusal).map(({ bookingId }) => bookingId));
  if (steps.length === 0) return null;
  return (
    <Banner
      role="status"
      tone={stopped.size > 0 ? 'warn' : 'neutral'}
      icon={<CloudUpload aria-hidden="true" className="mt-px size-5 shrink-0" />}
      className="mb-4"
    >
      {notSentText(steps)}.
      {[...stopped].map((id) => (
        <Link key={id} to={paths.master.job(id)} className="link ml-2">
          {shortId(id)} needs you
        </Link>
      ))}
    </Banner>
  );
}
