import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { Contact } from '@/api/accounts';
import { newPassword } from '@/api/limits';
import { refusedFields } from '@/api/problem';
import { CodeForm } from '../CodeForm';
import { Dialog } from '../Dialog';
import { Field } from '../Field';
import { PasswordInput } from '../PasswordInput';
import { toast } from '../toast';
import { useCodeEntry } from '../useCodeEntry';
import type { WaysInProps } from './WaysIn';

const { minLength, maxLength } = newPassword.password;

const schema = z.object({
  password: z.string().check(
    z.refine((typed) => [...typed].length >= minLength, {
      error: `Password must be at least ${minLength} characters.`,
      abort: true,
    }),
    z.refine((typed) => [...typed].length <= maxLength, `Password must be at most ${maxLength} characters.`),
  ),
});

type PasswordDialogProps = Pick<WaysInProps, 'request' | 'setPassword'> & {
  contact: Contact;
  onClose: () => void;
};

/** A new password, with a code that is sent once it was typed. */
export function PasswordDialog({ contact, request, setPassword, onClose }: PasswordDialogProps) {
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm({ defaultValues: { password: '' }, resolver: zodResolver(schema) });
  const { register, trigger, getValues, setError, formState } = form;
  const entry = useCodeEntry({
    request,
    check: async (_, code) => {
      if (!(await trigger('password'))) return;
      try {
        await setPassword(code, getValues('password'));
      } catch (error) {
        const { password } = refusedFields(error);
        if (password === undefined) throw error;
        setError('password', { message: password });
        return;
      }
      toast('Password changed', { tone: 'good' });
      onClose();
    },
    onProblem: setProblem,
    missing: 'Enter the code.',
  });
  const send = async () => {
    if (await trigger('password')) entry.send(contact);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      busy={entry.isVerifying}
      title="Change your password"
      description="It ends every session but this one."
    >
      <CodeForm
        id="new-password"
        entry={entry}
        problem={problem}
        onSend={() => void send()}
        label="Change password"
        busyLabel="Changing…"
      >
        <Field id="new-password-password" label="New password" error={formState.errors.password?.message}>
          <PasswordInput {...register('password')} autoComplete="new-password" />
        </Field>
      </CodeForm>
    </Dialog>
  );
}
