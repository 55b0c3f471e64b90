import { zodResolver } from '@hookform/resolvers/zod';
import type { Resolver } from 'react-hook-form';
import { saveBasics } from '@/api/pros';
import type { MasterBasicsChange } from '@/api/types';
import { loadPricing } from '@/pricing';
import { formatPhone } from '@/shared/phone';
import { Field, TextArea, TextInput } from '@/ui';
import { usePro } from '../usePro';
import { StepForm } from './StepPage';
import { type BasicsForm, basicsSchema } from './schemas';
import { useStepForm } from './useStepForm';

/** The phone's rule is in the pricing module, so the first submit waits for it to load. */
const resolver: Resolver<BasicsForm, unknown, MasterBasicsChange> = async (values, context, options) =>
  zodResolver<BasicsForm, unknown, MasterBasicsChange>(basicsSchema(await loadPricing()))(
    values,
    context,
    options,
  );

export function BasicsStep() {
  const { basics } = usePro();
  const step = useStepForm({ name: 'basics', saved: formOf(basics), resolver, save: saveBasics });
  const { register, formState } = step.form;
  const { errors } = formState;
  return (
    <StepForm title="About you" step={step}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field id="firstName" label="First name" error={errors.firstName?.message}>
          <TextInput {...register('firstName')} autoComplete="given-name" autoCapitalize="words" />
        </Field>
        <Field id="lastName" label="Last name" error={errors.lastName?.message}>
          <TextInput {...register('lastName')} autoComplete="family-name" autoCapitalize="words" />
        </Field>
      </div>
      <Field id="phone" label="UK mobile" error={errors.phone?.message}>
        <TextInput {...register('phone')} type="tel" inputMode="tel" autoComplete="tel" className="num" />
      </Field>
      <Field id="experienceYears" label="Years of experience" error={errors.experienceYears?.message}>
        <TextInput
          {...register('experienceYears')}
          inputMode="numeric"
          autoComplete="off"
          className="num max-w-32"
        />
      </Field>
      <Field
        id="legalName"
        label="Legal name"
        optional
        hint="The name on your invoices. Left empty, it is your first and last name."
        error={errors.legalName?.message}
      >
        <TextInput {...register('legalName')} autoComplete="organization" />
      </Field>
      <Field
        id="tradingAddress"
        label="Trading address"
        hint="Not shown on your public profile."
        error={errors.tradingAddress?.message}
      >
        <TextArea {...register('tradingAddress')} rows={2} autoComplete="street-address" />
      </Field>
    </StepForm>
  );
}

function formOf(basics: MasterBasicsChange | undefined): BasicsForm {
  return {
    firstName: basics?.firstName ?? '',
    lastName: basics?.lastName ?? '',
    phone: formatPhone(basics?.phone ?? ''),
    experienceYears: basics?.experienceYears.toString() ?? '',
    legalName: basics?.legalName ?? '',
    tradingAddress: basics?.tradingAddress ?? '',
  };
}
