// 'On my way': asks first when the job is on another day, and can be undone before the client is told.
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { asLondon, formatDay, londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { Button, Dialog } from '@/ui';
import { useSecondsLeft } from '../offers/useSecondsLeft';
import { useUndoable } from './useUndoable';

interface SetOffProps {
  job: Job;
  /** The call is under way. */
  isMoving: boolean;
  onSetOff: () => void;
}

export function SetOff({ job, isMoving, onSetOff }: SetOffProps) {
  const [isAsking, setAsking] = useState(false);
  const { due, start, undo } = useUndoable(onSetOff);
  const day = job.timeslot && asLondon(job.timeslot.start).day;
  const isOtherDay = day !== undefined && day !== londonDay(serverNow());
  return (
    <div className="grid gap-2.5">
      <Button
        busy={isMoving || due !== null}
        busyText="Setting off…"
        onClick={() => (isOtherDay ? setAsking(true) : start())}
      >
        On my way
      </Button>
      <p role="status" className="sr-only">
        {due !== null && 'The client is told in five seconds.'}
      </p>
      {due !== null && <Undo due={due} onUndo={undo} />}
      {day && (
        <Dialog
          open={isAsking}
          onOpenChange={setAsking}
          title={`This job is on ${formatDay(day, 'short')}. Start now?`}
          actions={
            <>
              <Button
                onClick={() => {
                  setAsking(false);
                  start();
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
      )}
    </div>
  );
}

function Undo({ due, onUndo }: { due: number; onUndo: () => void }) {
  const seconds = useSecondsLeft(due);
  return (
    <Button look="quiet" onClick={onUndo}>
      Undo
      <span aria-hidden="true" className="num">
        {' '}
        ({seconds})
      </span>
    </Button>
  );
}
