// The prices that pros have named for a booking without one, side by side, until the client has chosen.
import { hasCode, problemText } from '@/api/problem';
import { answerProposal } from '@/api/search';
import type { Booking, ProposalAnswer } from '@/api/types';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { untilText } from '@/shared/until';
import { toast } from '@/ui';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useBookingChange } from '../live/useBookingChange';
import { NamedPrice } from './NamedPrice';
import { countText, isNaming } from './words';

const TITLE = 'named-prices';

export interface NamedPricesProps {
  booking: Booking;
  bookingRef: BookingRef;
}

export function NamedPrices({ booking, bookingRef }: NamedPricesProps) {
  if (!isNaming(booking)) return null;
  const { proposals = [], matching } = booking;
  if (proposals.length > 0) return <Choice booking={booking} bookingRef={bookingRef} proposals={proposals} />;
  return (
    <section aria-label="Prices" className="card">
      <p className="font-[650]">Pros near you will name a price. You choose.</p>
      {matching && <p className="num text-s text-muted">They have until {untilText(matching.until)}.</p>}
    </section>
  );
}

interface ChoiceProps extends NamedPricesProps {
  proposals: NonNullable<Booking['proposals']>;
}

function Choice({ booking, bookingRef, proposals }: ChoiceProps) {
  const section = useFocusHandedTo<HTMLElement>('page-title');
  const { mutate, isPending, variables, error } = useBookingChange(
    bookingRef,
    (capability, answer: ProposalAnswer) => answerProposal(booking.id, answer, capability),
    {
      onDone: ({ action }) => {
        if (action === 'decline') toast('Turned down. The others still stand.');
      },
      onRefused: (problem) => {
        // Its card is about to go, with what it says.
        if (isGone(problem)) toast(problem.detail, { tone: 'bad' });
      },
    },
  );
  return (
    <section ref={section} aria-labelledby={TITLE} className="grid grid-cols-1 gap-3">
      <div>
        <h2 id={TITLE} tabIndex={-1} className="text-m">
          {countText(proposals)}
        </h2>
        <p className="text-s text-muted">You choose. Nobody comes before you have.</p>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,14rem),1fr))] gap-3">
        {proposals.map((proposal) => {
          const isAnswered = variables?.proposalId === proposal.id;
          return (
            <NamedPrice
              key={proposal.id}
              proposal={proposal}
              listTitle={TITLE}
              isOff={isPending}
              sending={isPending && isAnswered ? variables.action : null}
              problem={
                error && isAnswered && !isGone(error)
                  ? problemText(error, 'Your answer could not be sent. Please try again.')
                  : null
              }
              onAnswer={(action) => mutate({ action, proposalId: proposal.id })}
            />
          );
        })}
      </ul>
    </section>
  );
}

/** The price can no longer be had. */
function isGone(error: Error): boolean {
  return hasCode(error, 'pro_unavailable') || hasCode(error, 'no_proposal');
}
