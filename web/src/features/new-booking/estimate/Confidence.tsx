// How sure an estimate is: the bar, with the words that the price book's thresholds give.
import { useBook } from '@/pricing';
import { ConfidenceBar, confidenceLabel, confidencePercent } from '@/ui';

function useBands() {
  const rules = useBook()?.confidence;
  // Basis points to per cent.
  return rules && { high: rules.high_from / 100, medium: rules.medium_from / 100 };
}

export function Confidence({ of: { confidence } }: { of: { confidence: number } }) {
  return <ConfidenceBar confidence={confidence} bands={useBands()} />;
}

export function useIsConfident({ confidence }: { confidence: number }): boolean {
  const bands = useBands();
  return bands !== undefined && confidenceLabel(confidencePercent(confidence), bands) === 'High';
}
