// The email and password form, for signing in and registering, clients and pros alike. Errors show only after a submit attempt.
import { zodResolver } from '@hookform/resolvers/zod';
import { type ReactNode, useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import type { Credentials } from '@/api/accounts';
import type { Role } from '@/shared/session';
import { Banner, Button, EmailInput, Field, usePageTitle } from '@/ui';
import { PasswordInput } from '@/ui/PasswordInput';
import { showServerErrors } from '@/ui/useServerErrors';
import { type CredentialRules, credentialsSchema } from './credentials';

export interface CredentialsFormProps {
  /** The tab's title. */
  title: string;
  /** The role to sign in as, where there is a choice. */
  role?: Role;
  rules: CredentialRules;
  isNew: boolean;
  passwordPlaceholder?: string;
  label: string;
  busyLabel: string;
  submit: (credentials: Credentials) => Promise<void>;
  /** The message for a failed call. */
  errorText: (error: unknown) => string;
  /** Shown between the password and the button. */
  children?: ReactNode;
}

export function CredentialsForm(props: CredentialsFormProps) {
  const { title, role, rules, isNew, passwordPlaceholder, label, busyLabel } = props;
  const { submit, errorText, children } = props;
  const [problem, setProblem] = useState<string | null>(null);
  const form = useForm<Credentials>({
    defaultValues: { email: '', password: '' },
    resolver: (values, context, options) => zodResolver(credentialsSchema(rules))(values, context, options),
  });
  const { register, handleSubmit, clearErrors, formState } = form;
  const { errors, isSubmitting } = formState;
  usePageTitle(title, problem !== null || Object.keys(errors).length > 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another role means another account, so its errors no longer apply
  useEffect(() => {
    setProblem(null);
    clearErrors();
  }, [role, clearErrors]);

  const send = handleSubmit(async (credentials) => {
    setProblem(null);
    try {
      await submit(credentials);
    } catch (error) {
      setProblem(showServerErrors(form, error, errorText));
    }
  });

  return (
    <form noValidate onSubmit={send} className="grid gap-4">
      {problem && (
        <Banner tone="bad" role="alert">
          {problem}
        </Banner>
      )}
      <Field id="email" label="Email" error={errors.email?.message}>
        <EmailInput {...register('email')} autoComplete={isNew ? 'email' : 'username'} />
      </Field>
      <Field id="password" label="Password" error={errors.password?.message}>
        <PasswordInput
          {...register('password')}
          autoComplete={isNew ? 'new-password' : 'current-password'}
          placeholder={passwordPlaceholder}
        />
      </Field>
      {children}
      <Button type="submit" busy={isSubmitting} busyText={busyLabel} className="mt-1">
        {label}
      </Button>
    </form>
  );
}
