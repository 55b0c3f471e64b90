// Putting right what was done, for client and pro alike: one asks and names a time, the other agrees, names another one, or refuses.
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemText } from '@/api/problem';
import { answerPutRight, type PutRightAnswer, type Speaker } from '@/api/putRight';
import type { PutRight as Asked, PutRightSide } from '@/api/types';
import { formatSlot } from '@/shared/london';
import { useHasPassed } from '@/shared/useHasPassed';
import { ButtonLink } from '..';
import { Button } from '../Button';
import { Problem } from '../Problem';
import { AskDialog } from './AskDialog';
import { NameDialog } from './NameDialog';

export interface PutRightProps<Seen> {
  bookingId: string;
  side: PutRightSide;
  speaker: Speaker;
  asked: Asked | undefined;
  /** Until when one may be asked for. */
  until: string | undefined;
  /** The page of the visit, once it is agreed. */
  visit: string | undefined;
  /** What the server answers. */
  onSeen: (seen: Seen) => void;
}

const others: Record<PutRightSide, string> = { client: 'your pro', pro: 'your client' };

/** Nothing where nothing may be asked for and nothing is open. */
export function PutRight<Seen>(props: PutRightProps<Seen>) {
  const { asked, until } = props;
  const isLate = useHasPassed(until ? Date.parse(until) : undefined);
  if (asked && !asked.outcome) return <Open {...props} asked={asked} />;
  if (!until || isLate) return null;
  return <Ask {...props} />;
}

function Ask<Seen>({ asked, ...props }: PutRightProps<Seen>) {
  const [isOpen, setOpen] = useState(false);
  const lead =
    props.side === 'client'
      ? 'Something not right? Your pro can come again, free of charge.'
      : 'You can come again to put something right, free of charge.';
  return (
    <section aria-labelledby="put-right" className="grid grid-cols-1 gap-2">
      <h2 id="put-right" tabIndex={-1} className="text-m">
        Put it right
      </h2>
      <p className="text-s text-muted">{(asked?.outcome && said[asked.outcome]) ?? lead}</p>
      <Button look="quiet" size="small" className="justify-self-start" onClick={() => setOpen(true)}>
        {props.side === 'client' ? 'Ask to put it right' : 'Offer to put it right'}
      </Button>
      {isOpen && <AskDialog {...props} onClose={() => setOpen(false)} />}
    </section>
  );
}

const said: Partial<Record<NonNullable<Asked['outcome']>, string>> = {
  done: 'The visit to put it right is done. You can ask again if something is still not right.',
  refused: 'The last visit to put it right was refused. You can ask again.',
  cancelled: 'The last visit to put it right was cancelled. You can ask again.',
};

function Open<Seen>({ asked, ...props }: PutRightProps<Seen> & { asked: Asked }) {
  const { bookingId, side, speaker, visit, onSeen } = props;
  const [isNaming, setNaming] = useState(false);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: (answer: PutRightAnswer) => answerPutRight<Seen>(bookingId, answer, speaker),
    onSuccess: onSeen,
  });
  const sending = isPending ? variables.action : null;
  const slot = formatSlot(asked.timeslot.start, asked.timeslot.end);
  const isMine = asked.namedBy === side;
  return (
    <section aria-labelledby="put-right" className="card grid grid-cols-1 gap-3 p-4">
      <h2 id="put-right" tabIndex={-1} className="text-m">
        Put it right
      </h2>
      <blockquote dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
        “{asked.text}”
      </blockquote>
      <p role="status" className="num">
        {asked.visitId
          ? `Agreed: ${slot}, free of charge.`
          : isMine
            ? `You named ${slot}. Waiting for ${others[side]} to agree.`
            : `${capital(others[side])} named ${slot}. It costs nothing.`}
      </p>
      <Problem text={error && problemText(error, 'Your answer could not be sent. Please try again.')} />
      {asked.visitId
        ? visit && (
            <ButtonLink to={visit} look="quiet" size="small">
              See the visit
            </ButtonLink>
          )
        : null}
      {!asked.visitId && (
        <div className="flex flex-wrap gap-2">
          {!isMine && (
            <Button
              size="small"
              busy={sending === 'agree'}
              busyText="Agreeing…"
              disabled={sending !== null && sending !== 'agree'}
              onClick={() => mutate({ action: 'agree' })}
            >
              Agree
            </Button>
          )}
          <Button look="quiet" size="small" disabled={sending !== null} onClick={() => setNaming(true)}>
            Name another time
          </Button>
          <Button
            look="quiet"
            size="small"
            busy={sending === 'refuse'}
            busyText="Sending…"
            disabled={sending !== null && sending !== 'refuse'}
            onClick={() => mutate({ action: 'refuse' })}
          >
            {asked.askedBy === side ? 'Take back' : 'No, thanks'}
          </Button>
        </div>
      )}
      {isNaming && <NameDialog {...props} asked={asked} onClose={() => setNaming(false)} />}
    </section>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}
