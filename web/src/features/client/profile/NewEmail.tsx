// Adds an email to the account, or replaces the present one: it counts only once the code sent to it is entered.
import { zodResolver } from '@hookform/resolvers/zod';
import { useState } from 'react';
import * as z from 'zod/mini';
import { isEmail, normaliseEmail } from '@/shared/email';
import { Button, EmailInput, Field } from '@/ui';
import { useKeptForm } from '@/ui/useKept';
import type { OwnCode } from '@/ui/ways-in/FreshCode';
import { VerifyDialog } from './VerifyDialog';

const schema = z.object({
  email: z
    .string()
    .check(z.refine<string>((typed) => isEmail(normaliseEmail(typed)), 'Please enter a valid email.')),
});

export function NewEmail({ own, replaces }: { own: OwnCode; replaces: boolean }) {
  const [email, setEmail] = useState<string | null>(null);
  const { register, handleSubmit, reset, formState } = useKeptForm<z.infer<typeof schema>>('email', {
    defaultValues: { email: '' },
    resolver: zodResolver(schema),
  });
  const label = replaces ? 'New email' : 'Email';
  return (
    <>
      <form
        noValidate
        onSubmit={handleSubmit((form) => setEmail(normaliseEmail(form.email)))}
        className="grid gap-3 sm:grid-cols-[1fr_auto] sm:items-end"
      >
        <Field id="new-email" label={label} error={formState.errors.email?.message}>
          <EmailInput {...register('email')} />
        </Field>
        <Button type="submit" look="quiet" size="small" className="justify-self-start">
          {replaces ? 'Change email' : 'Add email'}
        </Button>
      </form>
      {email && (
        <VerifyDialog
          own={own}
          contact={{ email }}
          shown={email}
          onClose={() => {
            setEmail(null);
            reset();
          }}
        />
      )}
    </>
  );
}
