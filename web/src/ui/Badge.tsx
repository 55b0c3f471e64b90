import type { ReactNode } from 'react';
import { cx } from './cx';

export type Tone = 'good' | 'warn' | 'bad' | 'copper' | 'neutral' | 'action';

const tones: Record<Tone, string> = {
  good: 'bg-good-soft text-good',
  warn: 'bg-warn-soft text-warn',
  bad: 'bg-bad-soft text-bad',
  copper: 'bg-copper-soft text-copper',
  neutral: 'bg-sunk text-muted',
  action: 'bg-action-soft text-action',
};

/** Shows a state by word, icon and colour together. Icons are `size-4`. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  tone?: Tone;
  icon?: ReactNode;
  children: ReactNode;
}) {
  return (
    <span
      className={cx(
        'inline-flex min-h-[26px] items-center gap-1 whitespace-nowrap rounded-full px-2.5 text-xs font-[650]',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
