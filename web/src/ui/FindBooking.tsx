// For whoever arrives at a booking that this browser may not show: sign in, or have the link sent again.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { useLocation } from 'react-router';
import * as z from 'zod/mini';
import { requestBookingLink } from '@/api/bookings';
import { problemText } from '@/api/problem';
import { isEmail, normaliseEmail } from '@/shared/email';
import { paths } from '@/shared/paths';
import { useLostSession } from '@/shared/session';
import { useOwnSignIn } from '@/shared/signIn';
import { Banner } from './Banner';
import { Button, ButtonLink } from './Button';
import { Field } from './Field';
import { TextInput } from './TextInput';

interface FindBookingProps {
  title: string;
  /** The path to come back to after signing in; by default the present one. */
  next?: string;
}

export function FindBooking({ title, next }: FindBookingProps) {
  const { pathname } = useLocation();
  const hasEnded = useLostSession() !== null;
  useOwnSignIn();
  return (
    <section className="card grid gap-5">
      <div className="grid gap-3">
        <h2 className="text-l">{title}</h2>
        <p className="text-s text-muted">
          {hasEnded ? 'Your session has ended. ' : ''}Booked with an account? Log in to find it.
        </p>
        <ButtonLink to={paths.login({ role: 'client', next: next ?? pathname })}>Log in</ButtonLink>
      </div>
      <NewLinkForm />
    </section>
  );
}

const MESSAGE = 'Please enter your email or UK mobile.';

/** Phone numbers are sent as typed: the server understands every spelling and rejects what is none. */
const schema = z.object({
  contact: z.string().check(z.refine<string>((typed) => isContact(typed.trim()), MESSAGE)),
});

function isContact(typed: string): boolean {
  return typed.includes('@') ? isEmail(normaliseEmail(typed)) : /^[+\d][\d\s()-]{9,19}$/.test(typed);
}

function contactOf(typed: string) {
  return typed.includes('@') ? { email: normaliseEmail(typed) } : { phone: typed.trim() };
}

function NewLinkForm() {
  const { register, handleSubmit, formState } = useForm<z.infer<typeof schema>>({
    defaultValues: { contact: '' },
    resolver: zodResolver(schema),
  });
  const sending = useMutation({ mutationFn: (typed: string) => requestBookingLink(contactOf(typed)) });
  return (
    <form
      noValidate
      className="grid gap-3 border-t border-line pt-5"
      onSubmit={handleSubmit(({ contact }) => sending.mutate(contact))}
    >
      <Field
        id="contact"
        label="Email or UK mobile you booked with"
        error={formState.errors.contact?.message}
        hint="We'll send the link to your booking there."
      >
        <TextInput {...register('contact')} autoComplete="email" autoCapitalize="none" spellCheck={false} />
      </Field>
      <Button type="submit" look="quiet" busy={sending.isPending} busyText="Sending…">
        Send me a new link
      </Button>
      <div role="status" className="empty:-mt-3">
        {sending.isSuccess && (
          <Banner tone="good">If there is a booking with it, the link is on its way.</Banner>
        )}
      </div>
      {sending.isError && (
        <Banner tone="bad" role="alert">
          {problemText(sending.error, 'The link could not be requested. Please try again.')}
        </Banner>
      )}
    </form>
  );
}
