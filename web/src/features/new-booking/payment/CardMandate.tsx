import { formatPence } from '@/shared/money';

/** What the client agrees to where the card is kept until the visit. */
export function CardMandate({ amountPence }: { amountPence: number }) {
  return (
    <p className="text-xs text-muted">
      Your visit is more than 3 days away, and a bank may end a hold before that. By confirming, you let us
      keep this card with our payment provider until a day after your booking ends, and hold{' '}
      {formatPence(amountPence)} on it again if no pro has taken your job by then. It is used for nothing
      else.
    </p>
  );
}
