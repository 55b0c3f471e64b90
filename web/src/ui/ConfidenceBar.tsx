import { cx } from './cx';

/** From which confidence on, in per cent, it is called high or medium. */
export interface ConfidenceBands {
  high: number;
  medium: number;
}

export function confidenceLabel(percent: number, bands: ConfidenceBands): 'High' | 'Medium' | 'Low' {
  if (percent >= bands.high) return 'High';
  return percent >= bands.medium ? 'Medium' : 'Low';
}

/** `confidence` from 0 to 1; a value above 1 is already a percentage. */
export function confidencePercent(confidence: number): number {
  const percent = confidence > 1 ? confidence : confidence * 100;
  return Math.round(Math.min(100, Math.max(0, percent)));
}

/** Without bands (the price book is still loading) the bar has no colour and no word yet. */
export function ConfidenceBar({
  confidence,
  bands,
}: {
  confidence: number;
  bands: ConfidenceBands | undefined;
}) {
  const percent = confidencePercent(confidence);
  const label = bands && confidenceLabel(percent, bands);
  return (
    <div>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunk">
        <div
          data-filled
          className={cx(
            'h-full rounded-full',
            label === 'High' && 'bg-good',
            label === 'Medium' && 'bg-copper-line',
            label === 'Low' && 'bg-bad',
            !label && 'bg-line-strong',
          )}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="mt-1.5 flex justify-between text-xs text-muted">
        <span>{label ? `${label} confidence` : 'Confidence'}</span>
        <span className="num">{percent}%</span>
      </p>
    </div>
  );
}
