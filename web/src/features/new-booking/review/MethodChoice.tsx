import { Segmented } from '@/ui';
import type { Budget } from './useBudget';

export interface MethodChoiceProps {
  /** When a card is charged. */
  card: string;
  method: Budget['method'];
  onChange: Budget['setMethod'];
}

/** How a booking without an agreed price will be paid. */
export function MethodChoice({ card, method, onChange }: MethodChoiceProps) {
  return (
    <Segmented
      legend="How will you pay?"
      legendShown
      name="budget-method"
      value={method}
      options={[
        { value: 'card', label: card },
        { value: 'cash', label: 'Cash' },
      ]}
      onChange={onChange}
    />
  );
}
