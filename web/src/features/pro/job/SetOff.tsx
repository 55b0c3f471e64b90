// Setting off: asks first when the job is on another day, and can be taken back for a minute.
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { asLondon, formatDay, londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { useSecondsLeft } from '@/shared/useSecondsLeft';
import { Button, Dialog } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';

/** Milliseconds in which the server lets a pro take it back. */
const UNDO = 60_000;

/** Asks first when the job is on another day. `dialog` stands below the button whose press is `begin`. */
export function useSetOff(job: Job, setOff: () => void) {
  const [isAsking, setAsking] = useState(false);
  const day = job.timeslot && asLondon(job.timeslot.start).day;
  const isOtherDay = day !== undefined && day !== londonDay(serverNow());
  return {
    begin: () => (isOtherDay ? setAsking(true) : setOff()),
    dialog: day && (
      <Dialog
        open={isAsking}
        onOpenChange={setAsking}
        title={`This job is on ${formatDay(day, 'short').replaceAll(' ', '\u00a0')}. Start now?`}
        actions={
          <>
            <Button
              onClick={() => {
                setAsking(false);
                setOff();
              }}
            >
              Start now
            </Button>
            <Button look="quiet" onClick={() => setAsking(false)}>
              Not yet
            </Button>
          </>
        }
      />
    ),
  };
}

interface UndoProps {
  job: Job;
  /** The button that takes the focus when this one goes. */
  buttonId: string;
  busy: boolean;
  onUndo: () => void;
}

/** For a minute after a pro has set off; nothing at any other time. */
export function UndoSetOff({ job, ...props }: UndoProps) {
  const setOff = job.events?.findLast(({ type }) => type === 'en_route');
  if (job.status !== 'en_route' || !setOff) return null;
  return <Undo key={setOff.seq} until={Date.parse(setOff.at) + UNDO} {...props} />;
}

function Undo({ until, buttonId, busy, onUndo }: Omit<UndoProps, 'job'> & { until: number }) {
  const seconds = useSecondsLeft(until, serverNow);
  const box = useFocusHandedTo<HTMLDivElement>(buttonId);
  if (seconds === 0) return null;
  return (
    <div ref={box} className="grid">
      <p role="status" className="sr-only">
        Your client is told in a few seconds. You can undo it for a minute.
      </p>
      <Button look="quiet" busy={busy} busyText="Undoing…" onClick={onUndo}>
        Undo
        <span aria-hidden="true" className="num">
          {' '}
          ({seconds})
        </span>
      </Button>
    </div>
  );
}
