import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './Badge';
import { cx } from './cx';

const tones = {
  good: { box: 'bg-good-soft text-good', Icon: CircleCheck },
  warn: { box: 'bg-warn-soft text-warn', Icon: TriangleAlert },
  bad: { box: 'bg-bad-soft text-bad', Icon: CircleAlert },
  copper: { box: 'bg-copper-soft text-copper', Icon: Info },
  neutral: { box: 'bg-sunk text-ink', Icon: Info },
  action: { box: 'bg-action-soft text-ink', Icon: Info },
} satisfies Record<Tone, unknown>;

export interface BannerProps {
  tone?: Tone;
  /** How screen readers announce it: 'alert' interrupts, 'status' waits its turn. Leave out if it was there from the start. */
  role?: 'alert' | 'status';
  icon?: ReactNode;
  /** Buttons or links, on the right where there is room. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A full-width notice inside a screen. */
export function Banner({ tone = 'neutral', role, icon, actions, className, children }: BannerProps) {
  const { box, Icon } = tones[tone];
  return (
    <div
      role={role}
      className={cx(
        'banner flex flex-wrap items-center gap-x-4 gap-y-2 rounded-medium px-3.5 py-3 text-s',
        box,
        className,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-56 items-start gap-2.5">
        {icon ?? <Icon aria-hidden="true" className="mt-px size-5 shrink-0" />}
        <div className="min-w-0 font-[550]">{children}</div>
      </div>
      {actions && <div className="flex flex-wrap items-center gap-3">{actions}</div>}
    </div>
  );
}
