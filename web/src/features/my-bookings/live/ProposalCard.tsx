// What waits for the client: another price that a pro proposes, or the payment of a price that is agreed.
import { problemText } from '@/api/problem';
import { answerProposal, type Verdict } from '@/api/search';
import type { BookingProposal } from '@/api/types';
import type { LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { asLondon } from '@/shared/london';
import { formatPence, formatPenceExact, formatSignedPence } from '@/shared/money';
import { paths } from '@/shared/paths';
import { Avatar, Button, ButtonLink, toast } from '@/ui';
import { Problem } from '@/ui/Problem';
import { TimeLeft } from '@/ui/TimeLeft';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { ProLink } from '../ProLink';
import { isFirstPrice, requestOf, titleOf } from './proposal';
import { useBookingChange } from './useBookingChange';

const TITLE = 'proposal-title';

export interface ProposalCardProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
  proposal: BookingProposal;
}

export function ProposalCard({ booking, bookingRef, proposal }: ProposalCardProps) {
  const { masterId, masterName = 'Pro', deltaPence, message } = proposal;
  const card = useFocusHandedTo<HTMLElement>('page-title');
  return (
    <section
      ref={card}
      aria-labelledby={TITLE}
      className="card flex flex-col gap-4 border-copper-line shadow-lift"
    >
      <div className="flex items-center gap-3">
        <Avatar name={masterName} />
        <div className="grid min-w-0">
          <h3 id={TITLE} tabIndex={-1} className="text-m leading-snug [overflow-wrap:anywhere]">
            {titleOf(proposal)}
          </h3>
          {masterId && <ProLink masterId={masterId} name={masterName} />}
        </div>
      </div>
      {message && (
        <blockquote dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          “{message}”
        </blockquote>
      )}
      {deltaPence !== 0 && !isFirstPrice(booking, proposal) && <Sums proposal={proposal} />}
      <div>
        <p>{requestOf(proposal)}</p>
        {/* A new one's time starts anew. */}
        <TimeLeft key={proposal.until} until={proposal.until} />
      </div>
      <Answer booking={booking} bookingRef={bookingRef} proposal={proposal} />
    </section>
  );
}

function Sums({ proposal: { amountPence, deltaPence } }: { proposal: BookingProposal }) {
  return (
    <dl className="docket-lines mt-0">
      <div>
        <dt>Price so far</dt>
        <dd className="num">{formatPenceExact(amountPence - deltaPence)}</dd>
      </div>
      <div>
        <dt>{deltaPence > 0 ? 'More' : 'Less'}</dt>
        <dd className="num">{formatSignedPence(deltaPence)}</dd>
      </div>
      <div className="sum">
        <dt>New total</dt>
        <dd className="num">{formatPenceExact(amountPence)}</dd>
      </div>
    </dl>
  );
}

function Answer({ booking, bookingRef, proposal }: ProposalCardProps) {
  const { approved, amountPence, deltaPence } = proposal;
  const { mutate, isPending, variables, error } = useBookingChange(
    bookingRef,
    (capability, verdict: Verdict) => answerProposal(booking.id, { action: verdict }, capability),
    {
      onDone: (verdict) => {
        if (verdict === 'decline') toast("Declined. We'll keep asking other pros.");
      },
      onRefused: (problem) => {
        // The card is about to go, with what it says.
        if (problem.code === 'no_proposal') toast(problem.detail, { tone: 'bad' });
      },
    },
  );
  const sending = isPending ? variables : null;
  return (
    <>
      <Problem text={error && problemText(error, 'Your answer could not be sent. Please try again.')} />
      <div className="grid gap-2.5">
        {approved ? (
          <PayLink booking={booking} bookingRef={bookingRef} proposal={proposal} />
        ) : (
          <Approve
            label={`Approve ${formatPence(amountPence)}`}
            isOff={sending !== null}
            isSending={sending === 'approve'}
            onClick={() => mutate('approve')}
          />
        )}
        <Button
          look="quiet"
          busy={sending === 'decline'}
          busyText="Declining…"
          aria-disabled={sending !== null}
          onClick={sending ? undefined : () => mutate('decline')}
        >
          Decline
        </Button>
        <p className="text-center text-xs text-muted">
          Declining costs nothing:{' '}
          {isFirstPrice(booking, proposal)
            ? 'you can choose another pro.'
            : `we'll keep looking for a pro at ${formatPence(amountPence - deltaPence)}.`}
        </p>
      </div>
    </>
  );
}

interface ApproveProps {
  label: string;
  isOff: boolean;
  isSending: boolean;
  onClick: () => void;
}

function Approve({ label, isOff, isSending, onClick }: ApproveProps) {
  // Once approved, the link to pay takes its place.
  const box = useFocusHandedTo<HTMLDivElement>(TITLE);
  return (
    <div ref={box}>
      <Button
        busy={isSending}
        busyText="Approving…"
        aria-disabled={isOff}
        onClick={isOff ? undefined : onClick}
      >
        {label}
      </Button>
    </div>
  );
}

function PayLink({ booking, bookingRef, proposal }: ProposalCardProps) {
  const { amountPence, until } = booking.payment_due ?? proposal;
  return (
    <ButtonLink to={paths.pay(booking.id, bookingRef.guestToken)}>
      Pay {formatPenceExact(amountPence)} by {asLondon(until).clock}
    </ButtonLink>
  );
}
