import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { keys } from '@/api/keys';
import { saveTax, type TaxInput, type TaxView, taxQuery } from '@/api/tax';
import { paths } from '@/shared/paths';
import { Button, Field, TextArea, TextInput, toast } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';
import type { usePro } from '../../usePro';
import { type TaxForm, taxSchema } from './taxSchema';

export interface TaxDetailsFormProps {
  /** What was given before. */
  given: TaxView | undefined;
  pro: ReturnType<typeof usePro>;
}

/** Numbers that are on record are shown by their end alone, so they are entered again with every change. */
export function TaxDetailsForm({ given, pro }: TaxDetailsFormProps) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const form = useKeptForm<TaxForm, unknown, TaxInput>('tax', {
    defaultValues: formOf(given, pro),
    resolver: zodResolver<TaxForm, unknown, TaxInput>(taxSchema),
  });
  const { register, handleSubmit, formState } = form;
  const { errors } = formState;
  const saving = useMutation({
    mutationFn: saveTax,
    onSuccess: (saved) => {
      queryClient.setQueryData(taxQuery.queryKey, saved);
      void queryClient.invalidateQueries({ queryKey: keys.pro.payouts });
      toast('Your tax details are saved', { tone: 'good' });
      navigate(paths.master.payouts);
    },
  });
  const problem = useServerErrors(
    form,
    saving.error,
    'Your tax details could not be saved. Please try again.',
  );
  return (
    <form
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={handleSubmit((details) => saving.mutate(details))}
    >
      <Field
        id="legalName"
        label="Legal name"
        hint="Your full name, or your company's."
        error={errors.legalName?.message}
      >
        <TextInput {...register('legalName')} autoComplete="name" />
      </Field>
      <Field
        id="address"
        label="Address"
        hint="Where you live, or your company's registered address."
        error={errors.address?.message}
      >
        <TextArea {...register('address')} rows={3} autoComplete="street-address" />
      </Field>
      <Field id="birthDate" label="Date of birth" error={errors.birthDate?.message}>
        <TextInput {...register('birthDate')} type="date" autoComplete="bday" className="num max-w-52" />
      </Field>
      <Field
        id="nationalInsurance"
        label="National Insurance number"
        hint={numberHint(given?.nationalInsurance, 'Like QQ123456C. This or your UTR.')}
        error={errors.nationalInsurance?.message}
      >
        <TextInput
          {...register('nationalInsurance')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          className="num max-w-52"
        />
      </Field>
      <Field
        id="utr"
        label="Unique Taxpayer Reference (UTR)"
        optional
        hint={numberHint(given?.utr, '10 digits, on letters from HMRC.')}
        error={errors.utr?.message}
      >
        <TextInput {...register('utr')} inputMode="numeric" autoComplete="off" className="num max-w-52" />
      </Field>
      <Field id="companyNumber" label="Company number" optional error={errors.companyNumber?.message}>
        <TextInput {...register('companyNumber')} autoComplete="off" className="num max-w-52" />
      </Field>
      <Field id="vatNumber" label="VAT number" optional error={errors.vatNumber?.message}>
        <TextInput {...register('vatNumber')} autoComplete="off" className="num max-w-52" />
      </Field>
      <Problem text={problem} />
      <Button type="submit" busy={saving.isPending} busyText="Saving…">
        Save
      </Button>
    </form>
  );
}

function formOf(given: TaxView | undefined, { basics, company }: TaxDetailsFormProps['pro']): TaxForm {
  return {
    legalName: given?.legalName ?? basics?.legalName ?? '',
    address: given?.address ?? '',
    birthDate: given?.birthDate ?? '',
    nationalInsurance: '',
    utr: '',
    companyNumber: (given ? given.companyNumber : company?.number) ?? '',
    vatNumber: (given ? given.vatNumber : company?.vatNumber) ?? '',
  };
}

function numberHint(end: string | null | undefined, otherwise: string): string {
  return end ? `We have ${end}. Please enter it again.` : otherwise;
}
