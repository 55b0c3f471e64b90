import { BellRing, ChevronRight, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { usePush } from '@/ui/messages/usePush';

/** The step that nobody has to take: without it a job reaches only an open page. */
export function NotificationsRow() {
  const { state } = usePush();
  const isDone = state === 'on';
  const Icon = isDone ? CircleCheck : BellRing;
  return (
    <Link
      to={paths.master.notifications}
      className="card flex min-h-16 items-center gap-3 px-4 py-3 hover:bg-sunk"
    >
      <Icon aria-hidden="true" className={`size-6 shrink-0 ${isDone ? 'text-good' : 'text-muted'}`} />
      <span className="grid min-w-0 flex-1">
        <strong className="font-[650]">
          Notifications <span className="font-normal text-muted">(optional)</span>
        </strong>
        <span className="text-s text-muted">
          {isDone ? 'On for this device' : 'Hear of jobs while Callout is closed'}
        </span>
      </span>
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted max-[16rem]:hidden" />
    </Link>
  );
}
