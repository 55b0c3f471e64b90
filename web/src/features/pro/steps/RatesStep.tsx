import { zodResolver } from '@hookform/resolvers/zod';
import { saveRates } from '@/api/pros';
import type { MasterRates } from '@/api/types';
import { Field, TextInput } from '@/ui';
import { usePro } from '../usePro';
import { StepForm } from './StepPage';
import { type RatesForm, ratesSchema } from './schemas';
import { useStepForm } from './useStepForm';

const HINT = 'In pounds, such as 40 or 42.50.';

export function RatesStep() {
  const { rates } = usePro();
  const step = useStepForm({
    name: 'rates',
    saved: { callOutGBP: textOf(rates?.callOutGBP), hourlyGBP: textOf(rates?.hourlyGBP) },
    resolver: zodResolver<RatesForm, unknown, MasterRates>(ratesSchema),
    save: saveRates,
  });
  const { register, formState } = step.form;
  const amount = { inputMode: 'decimal', autoComplete: 'off', className: 'num max-w-40' } as const;
  return (
    <StepForm title="Rates" step={step}>
      <Field id="callOutGBP" label="Call-out" hint={HINT} error={formState.errors.callOutGBP?.message}>
        <TextInput {...register('callOutGBP')} {...amount} />
      </Field>
      <Field id="hourlyGBP" label="Per hour" hint={HINT} error={formState.errors.hourlyGBP?.message}>
        <TextInput {...register('hourlyGBP')} {...amount} />
      </Field>
    </StepForm>
  );
}

/** 40 → '40', 42.5 → '42.50' */
function textOf(pounds: number | undefined): string {
  if (pounds === undefined) return '';
  return Number.isInteger(pounds) ? String(pounds) : pounds.toFixed(2);
}
