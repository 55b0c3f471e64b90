import { PhotoDialog } from './PhotoDialog';
import { PriceChangedDialog } from './PriceChangedDialog';
import type { Checkout } from './useCheckout';

/** The questions that may come up on the way: a changed price, a photo that could not be sent. */
export function CheckoutDialogs({
  checkout: { quoteState, redemption },
  onDecline,
}: {
  checkout: Checkout;
  onDecline: () => void;
}) {
  return (
    <>
      <PriceChangedDialog changed={quoteState.changed} onAccept={quoteState.accept} onDecline={onDecline} />
      <PhotoDialog
        open={redemption.photoFailed}
        onClose={redemption.dismiss}
        onRetry={redemption.retryPhoto}
        onWithout={redemption.withoutPhoto}
      />
    </>
  );
}
