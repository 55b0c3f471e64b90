// Danger comes before any price: says what to do now, in the price book's own wording, even offline.
import { Phone, TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { EmergencyNumber, Estimate } from '@/api/types';
import { GENERAL_NUMBER, telephone } from '@/shared/emergencyNumbers';
import { Button, Checkbox } from '@/ui';
import { dangerOf } from './pricing';

export interface EmergencyNoticeProps {
  estimate: Estimate;
  powerOff: boolean;
  onPowerOff: (off: boolean) => void;
  /** Takes the answer back that made it a danger; the notice then takes the focus from the question it replaces. */
  onTakeBack?: (() => void) | undefined;
}

export function EmergencyNotice({ estimate, powerOff, onPowerOff, onTakeBack }: EmergencyNoticeProps) {
  const gas = dangerOf(estimate) === 'gas';
  const title = useRef<HTMLHeadingElement>(null);
  const isAnswer = onTakeBack !== undefined;
  useEffect(() => {
    if (isAnswer) title.current?.focus();
  }, [isAnswer]);
  return (
    <section
      role="alert"
      aria-labelledby="emergency-title"
      className="bleed grid gap-3 border-y-2 border-bad bg-bad-soft px-page py-4 desk:mx-0 desk:rounded-large desk:border-2"
    >
      <h2
        ref={title}
        id="emergency-title"
        tabIndex={-1}
        className="flex items-start gap-2.5 text-l text-bad focus:outline-none"
      >
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-6 shrink-0" />
        {gas ? 'Emergency: get out and call for help first' : 'Emergency: turn the power off first'}
      </h2>
      <ol className="grid list-decimal gap-1.5 pl-6">
        {estimate.quick_tips.map((tip) => (
          <li key={tip}>{tip}</li>
        ))}
      </ol>
      <Numbers numbers={estimate.emergency_numbers ?? []} />
      {gas ? (
        <p className="text-s text-muted">
          This can’t be booked here. The emergency service makes it safe, free of charge.
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
      {onTakeBack && (
        <Button look="plain" size="small" className="-ml-3.5 justify-self-start" onClick={onTakeBack}>
          Change my answer
        </Button>
      )}
    </section>
  );
}

/** Whom to call, each with a name and a link that dials. */
function Numbers({ numbers }: { numbers: readonly EmergencyNumber[] }) {
  if (numbers.length === 0) return null;
  return (
    <ul aria-label="Whom to call" className="grid gap-1">
      {numbers.map(({ name, number }) => (
        <li key={number}>
          <a
            href={telephone(number)}
            className="link inline-flex min-h-11 flex-wrap items-center gap-x-2 text-bad"
          >
            <span>{name}</span>
            <span className="num font-[650] whitespace-nowrap">{number}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Replaces 'Continue', which is not offered for gas and carbon monoxide: the gas emergency service of the area, both where the area is unknown. */
export function EmergencyCall({ estimate }: { estimate: Estimate | null }) {
  const numbers = estimate?.emergency_numbers ?? [];
  const services = numbers.filter(({ number }) => number !== GENERAL_NUMBER.number);
  const calls = services.length > 0 ? services : [GENERAL_NUMBER];
  return (
    <div className="grid gap-2.5">
      {calls.map(({ name, number }) => (
        <a
          key={number}
          href={telephone(number)}
          className="inline-flex min-h-[52px] w-full items-center justify-center gap-2.5 rounded-medium bg-bad px-5 py-2 font-[650] text-on-bad"
        >
          <Phone aria-hidden="true" className="size-5 shrink-0" />
          <span className="grid leading-tight">
            <span className="num">Call {number}</span>
            <span className="text-xs font-normal">{name}</span>
          </span>
        </a>
      ))}
    </div>
  );
}
