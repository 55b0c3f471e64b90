import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { Link } from 'react-router';
import { type Credentials, logInClient } from '@/api/accounts';
import { paths } from '@/shared/paths';
import { Button, EmailInput, Field } from '@/ui';
import { PasswordInput } from '@/ui/PasswordInput';
import { Problem } from '@/ui/Problem';
import { credentialsSchema, genericRules } from '../credentials';
import { loginErrorText } from '../errorTexts';

export interface PasswordTabProps {
  identifier: string;
  problem: string | null;
  onProblem: (problem: string | null) => void;
  onSignedIn: () => void;
  /** Called when the link to registration is followed, to close the popup. */
  onLeave: () => void;
}

const WRONG = 'Enter a valid email and password (min 6).';

export function PasswordTab({ identifier, problem, onProblem, onSignedIn, onLeave }: PasswordTabProps) {
  const { register, handleSubmit } = useForm<Credentials>({
    defaultValues: { email: identifier.includes('@') ? identifier : '', password: '' },
    resolver: zodResolver(credentialsSchema(genericRules)),
  });
  const login = useMutation({
    mutationFn: logInClient,
    onMutate: () => onProblem(null),
    onSuccess: onSignedIn,
    onError: (error) => onProblem(loginErrorText(error)),
  });
  const clearProblem = { onChange: () => onProblem(null) };
  const send = handleSubmit(
    (credentials) => login.mutate(credentials),
    () => onProblem(WRONG),
  );

  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={send}>
      <Field id="signin-email" label="Email">
        <EmailInput {...register('email', clearProblem)} autoComplete="username" />
      </Field>
      <Field id="signin-password" label="Password">
        <PasswordInput {...register('password', clearProblem)} autoComplete="current-password" />
      </Field>
      <Problem text={problem} />
      <Button type="submit" busy={login.isPending} busyText="Signing in…">
        Sign in
      </Button>
      <p className="text-s text-muted">
        New to Callout?{' '}
        <Link
          className="link inline-flex min-h-11 items-center"
          to={paths.register({ role: 'client' })}
          onClick={onLeave}
        >
          Create an account
        </Link>
      </p>
    </form>
  );
}
