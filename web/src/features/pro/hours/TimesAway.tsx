// Days off and blocked times: what is to come, and how to add more.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarOff, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { deleteAway, hoursQuery, type JobMet, type TimeAway } from '@/api/hours';
import { problemText } from '@/api/problem';
import { addDays, formatDay } from '@/shared/london';
import { Button, IconButton, toast } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { AwayDialog } from './AwayDialog';
import { MetJobs } from './MetJobs';

export function TimesAway({ times }: { times: readonly TimeAway[] }) {
  const [adding, setAdding] = useState<TimeAway['kind'] | null>(null);
  const [met, setMet] = useState<readonly JobMet[]>([]);
  return (
    <div className="card grid grid-cols-1 gap-3 p-4">
      {times.length === 0 ? (
        <p className="text-s text-muted">None to come.</p>
      ) : (
        <ul className="grid grid-cols-1">
          {times.map((time) => (
            <Row key={time.id} time={time} />
          ))}
        </ul>
      )}
      <div className="flex flex-wrap gap-2.5">
        <Button
          look="quiet"
          size="small"
          icon={<CalendarOff aria-hidden="true" className="size-4" />}
          onClick={() => setAdding('day_off')}
        >
          Add days off
        </Button>
        <Button look="quiet" size="small" onClick={() => setAdding('block')}>
          Block a time
        </Button>
      </div>
      {adding && (
        <AwayDialog
          kind={adding}
          onClose={() => setAdding(null)}
          onSaved={(jobs) => {
            setAdding(null);
            setMet(jobs);
          }}
        />
      )}
      {met.length > 0 && <MetJobs jobs={met} onClose={() => setMet([])} />}
    </div>
  );
}

function Row({ time }: { time: TimeAway }) {
  const row = useFocusHandedTo<HTMLLIElement>('away-title');
  const queryClient = useQueryClient();
  const deleting = useMutation({
    mutationFn: () => deleteAway(time.id),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: hoursQuery.queryKey }),
    onError: (error) => toast(problemText(error, 'It could not be deleted. Try again.'), { tone: 'bad' }),
  });
  const when = whenOf(time);
  return (
    <li ref={row} className="flex items-center justify-between gap-3 border-line py-2 not-first:border-t">
      <span className="min-w-0">
        <span className="num block font-[650]">{when}</span>
        <span dir="auto" className="text-s text-muted [overflow-wrap:anywhere]">
          {[time.kind === 'day_off' ? 'Day off' : 'Blocked', time.note].filter(Boolean).join(' · ')}
        </span>
      </span>
      <IconButton
        label={`Delete ${when}`}
        icon={<Trash2 aria-hidden="true" className="size-5" />}
        aria-disabled={deleting.isPending}
        onClick={() => !deleting.isPending && deleting.mutate()}
      />
    </li>
  );
}

/** 'Tue 24 Nov', 'Tue 24 Nov to Fri 27 Nov', or 'Tue 24 Nov, 09:00–11:00' */
export function whenOf({ kind, start, end }: Pick<TimeAway, 'kind' | 'start' | 'end'>): string {
  const [day, from] = [start.slice(0, 10), start.slice(11, 16)];
  const [endDay, to] = [end.slice(0, 10), end.slice(11, 16)];
  const first = formatDay(day, 'short');
  if (kind === 'day_off') {
    const last = addDays(endDay, -1);
    return last === day ? first : `${first} to ${formatDay(last, 'short')}`;
  }
  return endDay === day
    ? `${first}, ${from}–${to}`
    : `${first}, ${from} to ${formatDay(endDay, 'short')}, ${to}`;
}
