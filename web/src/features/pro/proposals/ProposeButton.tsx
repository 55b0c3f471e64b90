import { Button } from '@/ui';
import { mostPounds } from './schema';

/** The button in place of 'Accept' where there is no price to accept. */
export const NAME_PRICE = 'Name your price';

export interface ProposeButtonProps {
  pricePence: number;
  /** The id of what it is about, for screen readers. */
  describedBy?: string;
  isOff?: boolean;
  onClick: () => void;
}

/** Nothing for a job whose price cannot change by a pound. */
export function ProposeButton({ pricePence, describedBy, isOff = false, onClick }: ProposeButtonProps) {
  if (mostPounds(pricePence) === 0) return null;
  return (
    <Button
      look="plain"
      size="small"
      className="w-full"
      aria-describedby={describedBy}
      aria-disabled={isOff}
      onClick={isOff ? undefined : onClick}
    >
      Propose another price
    </Button>
  );
}
