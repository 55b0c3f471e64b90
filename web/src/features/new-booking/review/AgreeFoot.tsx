import { ArrowRight } from 'lucide-react';
import { formatPence } from '@/shared/money';
import { Button, Foot } from '@/ui';
import type { DraftPrice } from '../checkout';

export interface AgreeFootProps {
  price: DraftPrice;
  /** The payment step is being fetched. */
  leaving: boolean;
  onAgree: () => void;
}

export function AgreeFoot({ price, leaving, onAgree }: AgreeFootProps) {
  return (
    <Foot
      label="Your price"
      total={formatPence(price.beforeCouponPence)}
      note="incl. VAT & callout"
      action={
        <Button
          busy={leaving}
          busyText="Processing…"
          onClick={onAgree}
          after={<ArrowRight aria-hidden="true" className="size-5" />}
        >
          Pay & Book
        </Button>
      }
      hint="Nothing is paid yet."
    />
  );
}
