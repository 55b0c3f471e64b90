import type { Verdict } from '@/api/search';
import type { StandingProposal } from '@/api/types';
import { aboutLength } from '@/shared/jobLength';
import { formatPounds } from '@/shared/money';
import { untilText } from '@/shared/until';
import { Avatar, Badge, Button } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { ProLink } from '../ProLink';
import { ProMarks } from '../ProMarks';

export interface NamedPriceProps {
  proposal: StandingProposal;
  /** The id of the list's heading, which takes the focus when the card goes. */
  listTitle: string;
  /** One of the prices is being answered. */
  isOff: boolean;
  /** What is being answered to this one. */
  sending: Verdict | null;
  problem: string | null;
  onAnswer: (verdict: Verdict) => void;
}

/** What one pro would do it for. */
export function NamedPrice({ proposal, listTitle, isOff, sending, problem, onAnswer }: NamedPriceProps) {
  const { id, price, lengthMinutes, message, until, master } = proposal;
  const { name = 'A pro', rating, verified, insured } = master;
  const card = useFocusHandedTo<HTMLLIElement>(listTitle);
  const nameId = `named-price-${id}`;
  const answer = (verdict: Verdict) => (isOff ? undefined : () => onAnswer(verdict));
  return (
    <li ref={card} aria-labelledby={nameId} className="card flex flex-col gap-4 p-4">
      <div className="flex items-center gap-3">
        <Avatar name={name} />
        <div className="grid min-w-0 justify-items-start">
          <h3 id={nameId} dir="auto" className="text-m leading-snug [overflow-wrap:anywhere]">
            {name}
          </h3>
          {master.id && <ProLink masterId={master.id} name={name} />}
          {master.demo && <Badge tone="copper">Demo pro</Badge>}
        </div>
      </div>
      <ProMarks rating={rating} isVerified={verified} isInsured={insured} />
      <div className="num">
        <p className="text-xl font-[750]">{formatPounds(price)}</p>
        <p className="text-s">Takes {aboutLength(lengthMinutes)}</p>
      </div>
      {message && (
        <blockquote dir="auto" className="text-s whitespace-pre-line [overflow-wrap:anywhere]">
          “{message}”
        </blockquote>
      )}
      <div className="mt-auto flex flex-col gap-4">
        <p className="num text-s text-muted">Stands until {untilText(until)}</p>
        <Problem text={problem} />
        <div className="grid gap-1">
          <Button
            aria-describedby={nameId}
            busy={sending === 'approve'}
            busyText="Choosing…"
            aria-disabled={isOff}
            onClick={answer('approve')}
          >
            Choose {formatPounds(price)}
          </Button>
          <Button
            look="plain"
            size="small"
            className="w-full"
            aria-describedby={nameId}
            busy={sending === 'decline'}
            busyText="Turning down…"
            aria-disabled={isOff}
            onClick={answer('decline')}
          >
            Not this one
          </Button>
        </div>
      </div>
    </li>
  );
}
