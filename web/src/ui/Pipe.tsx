// The stepper, drawn as a length of copper pipe. Five steps, three joints: Describe (1, 2), Estimate (3), Payment (4, 5). It stands in a
// container (`@container`), whose width decides whether there is room for the labels.
import type { CSSProperties } from 'react';
import { cx } from './cx';

export type Step = 1 | 2 | 3 | 4 | 5;

const joints = ['Describe', 'Estimate', 'Payment'] as const;

/** The joint a step belongs to, and how much of the pipe after it is filled. */
const places: Record<Step, { now: number; fill: string }> = {
  1: { now: 0, fill: '0%' },
  2: { now: 0, fill: '45%' },
  3: { now: 1, fill: '0%' },
  4: { now: 2, fill: '0%' },
  5: { now: 3, fill: '0%' },
};

export function Pipe({ step, className }: { step: Step; className?: string }) {
  const { now, fill } = places[step];
  return (
    <ol className={cx('pipe @max-[16rem]:hidden', className)} aria-label="Progress">
      {joints.map((joint, index) => {
        const at = index < now ? 'done' : index === now ? 'now' : 'todo';
        const style = { '--fill': at === 'done' ? '100%' : at === 'now' ? fill : '0%' } as CSSProperties;
        return (
          <li key={joint} data-at={at} aria-current={at === 'now' ? 'step' : undefined} style={style}>
            <span>{joint}</span>
            {at === 'done' && <span className="sr-only"> (done)</span>}
          </li>
        );
      })}
    </ol>
  );
}

/** 'step 3 of 5'; where the pipe is too narrow for its labels, with the present one: 'step 3 of 5 · Estimate'. */
export function StepCount({ step, className }: { step: Step; className?: string }) {
  const joint = joints[Math.min(places[step].now, joints.length - 1)];
  return (
    <p className={cx('num text-xs text-muted', className)}>
      step {step} of 5<span className="hidden @max-[16rem]:inline"> · {joint}</span>
    </p>
  );
}
