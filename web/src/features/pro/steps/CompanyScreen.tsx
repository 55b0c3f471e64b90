// /master/profile/company: a company's details.
import { zodResolver } from '@hookform/resolvers/zod';
import { Navigate } from 'react-router';
import { saveCompany } from '@/api/pros';
import type { MasterCompany } from '@/api/types';
import { paths } from '@/shared/paths';
import { Field, TextInput } from '@/ui';
import { usePro } from '../usePro';
import { StepForm } from './StepPage';
import { type CompanyForm, companySchema } from './schemas';
import { useStepForm } from './useStepForm';

export function CompanyScreen() {
  const { accountType, company } = usePro();
  const step = useStepForm({
    name: 'company',
    saved: { name: company?.name ?? '', number: company?.number ?? '', vatNumber: company?.vatNumber ?? '' },
    resolver: zodResolver<CompanyForm, unknown, MasterCompany>(companySchema),
    save: saveCompany,
  });
  const { register, formState } = step.form;
  const { errors } = formState;
  if (accountType !== 'company') return <Navigate to={paths.master.profile} replace />;
  return (
    <StepForm title="Company" step={step}>
      <Field id="name" label="Company name" error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="organization" />
      </Field>
      <Field id="number" label="Company number" optional error={errors.number?.message}>
        <TextInput {...register('number')} autoComplete="off" spellCheck={false} className="num max-w-56" />
      </Field>
      <Field id="vatNumber" label="VAT number" optional error={errors.vatNumber?.message}>
        <TextInput
          {...register('vatNumber')}
          autoComplete="off"
          spellCheck={false}
          className="num max-w-56"
        />
      </Field>
    </StepForm>
  );
}
