// Over every page of the area but those of jobs: what this device has not sent yet.
import { CloudUpload } from 'lucide-react';
import { Link, useLocation } from 'react-router';
import { notSentText } from '@/shared/outbox/words';
import { paths } from '@/shared/paths';
import { Banner } from '@/ui';
import { useWaitingSteps } from '@/ui/outbox/steps';
import { shortId } from '../words';

export function WaitingNote() {
  const steps = useWaitingSteps();
  const { pathname } = useLocation();
  const stopped = new Set(steps.filter(({ refusal }) => refusal).map(({ bookingId }) => bookingId));
  const isShown = steps.length > 0 && !pathname.startsWith(paths.master.job(''));
  if (!isShown) return null;
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
