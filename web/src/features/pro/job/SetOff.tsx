// Setting off: asks first when the job is on another day, and can be undone before the client is told.
import { useState } from 'react';
import type { Job } from '@/api/jobs';
import { asLondon, formatDay, londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { useSecondsLeft } from '@/shared/useSecondsLeft';
import { Button, Dialog } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useUndoable } from './useUndoable';

/** `begin` is what the button does, `parts` stand below it. `buttonId` is that button's. */
export function useSetOff(job: Job, buttonId: string, setOff: () => void) {
  const [isAsking, setAsking] = useState(false);
  const { due, start, undo } = useUndoable(setOff);
  const day = job.timeslot && asLondon(job.timeslot.start).day;
  const isOtherDay = day !== undefined && day !== londonDay(serverNow());
  return {
    begin: () => (isOtherDay ? setAsking(true) : start()),
    isWaiting: due !== null,
    parts: (
      <>
        <p role="status" className="sr-only">
          {due !== null && 'The client is told in five seconds.'}
        </p>
        {due !== null && <Undo due={due} buttonId={buttonId} onUndo={undo} />}
        {day && (
          <Dialog
            open={isAsking}
            onOpenChange={setAsking}
            title={`This job is on ${formatDay(day, 'short').replaceAll(' ', '\u00a0')}. Start now?`}
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
      </>
    ),
  };
}

interface UndoProps {
  due: number;
  buttonId: string;
  onUndo: () => void;
}

function Undo({ due, buttonId, onUndo }: UndoProps) {
  const seconds = useSecondsLeft(due);
  const box = useFocusHandedTo<HTMLDivElement>(buttonId);
  return (
    <div ref={box} className="grid">
      <Button look="quiet" onClick={onUndo}>
        Undo
        <span aria-hidden="true" className="num">
          {' '}
          ({seconds})
        </span>
      </Button>
    </div>
  );
}
