// How long there is to answer or to pay.
import { Hourglass } from 'lucide-react';
import { serverNow } from '@/shared/session';
import { useSecondsLeft } from '@/shared/useSecondsLeft';

/** Not announced each second; the time by which to answer stands above it. */
export function TimeLeft({ until }: { until: string }) {
  const seconds = useSecondsLeft(Date.parse(until), serverNow);
  return (
    <p role="timer" className="num flex items-center gap-1.5 text-s text-muted">
      <Hourglass aria-hidden="true" className="size-4 shrink-0" />
      {seconds > 0 ? `${formatTimer(seconds)} left` : 'The time is over.'}
    </p>
  );
}

/** '8:41' */
function formatTimer(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
