import { ArrowRight } from 'lucide-react';
import { formatPence } from '@/shared/money';
import { Button, Foot, useIsDesk } from '@/ui';
import type { DraftPrice } from '../checkout';

export function AgreeFoot({ price, onAgree }: { price: DraftPrice; onAgree: () => void }) {
  // On a wide screen the same slip already shows the price.
  const desk = useIsDesk();
  return (
    <Foot
      label="Estimated price"
      total={desk ? undefined : formatPence(price.beforeCouponPence)}
      note="incl. VAT & callout"
      action={
        <Button onClick={onAgree} after={<ArrowRight aria-hidden="true" className="size-5" />}>
          Pay & Book
        </Button>
      }
      hint="Nothing is paid yet. Coupon, card or cash come next."
    />
  );
}
