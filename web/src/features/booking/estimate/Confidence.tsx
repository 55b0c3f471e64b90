// How sure an estimate is: the bar, with the words that the price book's thresholds give.
import { useBook } from '@/pricing';
import { ConfidenceBar } from '@/ui';

export function Confidence({ of: { confidence } }: { of: { confidence: number } }) {
  const rules = useBook()?.confidence;
  // Basis points to per cent.
  const bands = rules && { high: rules.high_from / 100, medium: rules.medium_from / 100 };
  return <ConfidenceBar confidence={confidence} bands={bands} />;
}
