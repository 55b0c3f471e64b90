import { formatPence } from '@/shared/money';
import { Button, Dialog } from '@/ui';
import type { ChangedPrice } from './useQuote';

export interface PriceChangedDialogProps {
  changed: ChangedPrice | null;
  onAccept: () => void;
  /** The client declines the new price, so nothing is booked. */
  onDecline: () => void;
}

/** Shows the old and the new price side by side before anything is agreed. */
export function PriceChangedDialog({ changed, onAccept, onDecline }: PriceChangedDialogProps) {
  if (!changed) return null;
  const { wasPence, quote, couponLost, reason } = changed;
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onDecline()}
      title={couponLost ? 'Your coupon does not count' : 'The price has changed'}
      description={`${couponLost ? `${reason} ` : ''}Nothing has been booked or charged. Please check the new price.`}
      actions={
        <>
          <Button onClick={onAccept}>Accept {formatPence(quote.amountPence)}</Button>
          <Button look="quiet" onClick={onDecline}>
            Go back
          </Button>
        </>
      }
    >
      <dl className="num grid gap-1.5 rounded-medium bg-sunk px-4 py-3">
        <div className="flex justify-between gap-4 text-muted">
          <dt>Price you saw</dt>
          <dd>{formatPence(wasPence)}</dd>
        </div>
        <div className="flex justify-between gap-4 font-[700]">
          <dt>Price now</dt>
          <dd>{formatPence(quote.amountPence)}</dd>
        </div>
      </dl>
    </Dialog>
  );
}
