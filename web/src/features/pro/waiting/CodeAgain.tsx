// Asks for the start code again, where the one that waited was wrong.
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import { retryItem, type Waiting } from '@/shared/outbox/items';
import { Button, Field, TextInput } from '@/ui';
import { startCode } from '../work/startCode';

interface WithCode {
  startCode: string;
}

const schema = z.object({ code: startCode });

export function isAboutCode({ what, refusal }: Waiting): boolean {
  const isOfCode = ['wrong_start_code', 'start_code_locked', 'invalid'].includes(refusal?.code ?? '');
  return isOfCode && typeof (what as Partial<WithCode>).startCode === 'string';
}

export function CodeAgain({ step }: { step: Waiting }) {
  const { register, handleSubmit, formState } = useForm({
    defaultValues: { code: '' },
    resolver: zodResolver(schema),
  });
  const send = ({ code }: { code: string }) =>
    retryItem(step.id, { ...(step.what as WithCode), startCode: code });
  return (
    <form noValidate className="grid grid-cols-1 gap-3" onSubmit={handleSubmit(send)}>
      <Field id="code-again" label="Start code" error={formState.errors.code?.message}>
        <TextInput
          {...register('code')}
          inputMode="numeric"
          autoComplete="one-time-code"
          className="num text-l tracking-[0.2em]"
        />
      </Field>
      <Button type="submit" size="small" className="justify-self-start">
        Check and begin
      </Button>
    </form>
  );
}
