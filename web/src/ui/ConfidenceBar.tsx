import { cx } from './cx';

/** High from 80%, Medium from 60%, Low below. */
export function confidenceLabel(percent: number): 'High' | 'Medium' | 'Low' {
  if (percent >= 80) return 'High';
  return percent >= 60 ? 'Medium' : 'Low';
}

/** `confidence` from 0 to 1; a value above 1 is already a percentage. */
export function confidencePercent(confidence: number): number {
  const percent = confidence > 1 ? confidence : confidence * 100;
  return Math.round(Math.min(100, Math.max(0, percent)));
}

export function ConfidenceBar({ confidence }: { confidence: number }) {
  const percent = confidencePercent(confidence);
  const label = confidenceLabel(percent);
  return (
    <div>
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-sunk">
        <div
          className={cx(
            'h-full rounded-full',
            label === 'High' && 'bg-good',
            label === 'Medium' && 'bg-copper-line',
            label === 'Low' && 'bg-bad',
          )}
          style={{ width: `${percent}%` }}
        />
      </div>
      <p className="mt-1.5 flex justify-between text-xs text-muted">
        <span>{label} confidence</span>
        <span className="num">{percent}%</span>
      </p>
    </div>
  );
}
