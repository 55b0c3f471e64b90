// Danger comes before any price: says what to do now, in the price book's own wording, even offline.
import { Phone, TriangleAlert } from 'lucide-react';
import type { Estimate } from '@/api/types';
import { Checkbox } from '@/ui';
import { dangerOf } from './pricing';

/** The number to show, and the one for `tel:` links. */
export const GAS_EMERGENCY = { shown: '0800 111 999', link: 'tel:0800111999' } as const;

export interface EmergencyNoticeProps {
  estimate: Estimate;
  powerOff: boolean;
  onPowerOff: (off: boolean) => void;
}

export function EmergencyNotice({ estimate, powerOff, onPowerOff }: EmergencyNoticeProps) {
  const gas = dangerOf(estimate) === 'gas';
  return (
    <section
      role="alert"
      aria-labelledby="emergency-title"
      className="bleed grid gap-3 border-y-2 border-bad bg-bad-soft px-page py-4 desk:mx-0 desk:rounded-large desk:border-2"
    >
      <h2 id="emergency-title" className="flex items-start gap-2.5 text-l text-bad">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        {gas ? 'Emergency: get out and call for help first' : 'Emergency: turn the power off first'}
      </h2>
      <ol className="grid list-decimal gap-1.5 pl-6">
        {estimate.quick_tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ol>
      {gas ? (
        <p className="text-s text-muted">
          This can’t be booked here: the National Gas Emergency Service makes it safe, free of charge.
        </p>
      ) : (
        <Checkbox
          id="power-off"
          label="I've turned the power off"
          checked={powerOff}
          onChange={(event) => onPowerOff(event.target.checked)}
          className="font-[650]"
        />
      )}
    </section>
  );
}

/** Replaces 'Continue', which is not offered for gas and carbon monoxide. */
export function EmergencyCall() {
  return (
    <a
      href={GAS_EMERGENCY.link}
      className="inline-flex min-h-[52px] w-full items-center justify-center gap-2 rounded-medium bg-bad px-5 py-2 font-[650] text-on-bad"
    >
      <Phone aria-hidden="true" className="size-5" />
      Call {GAS_EMERGENCY.shown}
    </a>
  );
}
