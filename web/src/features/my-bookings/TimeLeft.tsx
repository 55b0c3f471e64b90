// How long the client has to answer what a pro suggests.
import { Hourglass } from 'lucide-react';
import { serverNow } from '@/shared/session';
import { useSecondsLeft } from '@/shared/useSecondsLeft';
import { formatTimer } from './live/proposal';

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
