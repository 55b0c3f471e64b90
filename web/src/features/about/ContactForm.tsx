// The contact form of /support.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { supportRequest as limits } from '@/api/limits';
import { isUnreachable, problemText } from '@/api/problem';
import { sendSupportMessage } from '@/api/support';
import { isEmail, normaliseEmail } from '@/shared/email';
import { useSession } from '@/shared/session';
import { Banner, Button, EmailInput, Field, TextArea, TextInput } from '@/ui';
import { Problem } from '@/ui/Problem';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';

const within = (limit: number) => z.maxLength(limit, `Use at most ${limit} characters.`);
const required = (limit: number, missing: string) =>
  z.string().check(z.trim(), z.minLength(1, missing), within(limit));

const schema = z.object({
  name: required(limits.name.maxLength, 'Your name is required.'),
  email: z.pipe(
    z.pipe(z.string(), z.transform(normaliseEmail)),
    z.string().check(z.refine(isEmail, 'Please enter a valid email.')),
  ),
  message: required(limits.message.maxLength, 'Please write what we can help with.'),
  bookingId: z.string().check(z.trim(), within(limits.bookingId.maxLength)),
});

type Form = z.infer<typeof schema>;

export function ContactForm() {
  const email = useSession()?.email ?? '';
  const form = useKeptForm<Form>('contact', {
    defaultValues: { name: '', email, message: '', bookingId: '' },
    resolver: zodResolver(schema),
  });
  const { register, handleSubmit, reset, formState } = form;
  const { errors } = formState;
  const sending = useMutation({
    mutationFn: ({ bookingId, ...message }: Form) =>
      sendSupportMessage(bookingId ? { ...message, bookingId } : message),
    onSuccess: () => reset(),
  });
  const problem = useServerErrors(form, sending.error, problemOf);

  return (
    <form
      noValidate
      onSubmit={handleSubmit((message) => sending.mutate(message))}
      className="card grid gap-4"
    >
      <Field id="name" label="Your name" error={errors.name?.message}>
        <TextInput {...register('name')} autoComplete="name" autoCapitalize="words" />
      </Field>
      <Field id="email" label="Email" hint="We answer to this address." error={errors.email?.message}>
        <EmailInput {...register('email')} />
      </Field>
      <Field
        id="bookingId"
        label="Booking number"
        hint="If it is about a booking; it begins with C-."
        optional
        error={errors.bookingId?.message}
      >
        <TextInput
          {...register('bookingId')}
          autoCapitalize="characters"
          spellCheck={false}
          className="num"
        />
      </Field>
      <Field id="message" label="How can we help?" error={errors.message?.message}>
        <TextArea {...register('message')} rows={5} />
      </Field>
      <div className="flex flex-col gap-4">
        <Problem text={problem} />
        <div role="status" className="empty:-mt-4">
          {sending.isSuccess && (
            <Banner tone="good">
              Thank you. We have your message and answer to {sending.variables.email}.
            </Banner>
          )}
        </div>
        <Button type="submit" busy={sending.isPending} busyText="Sending…">
          Send message
        </Button>
      </div>
    </form>
  );
}

function problemOf(error: unknown): string {
  if (isUnreachable(error))
    return 'Your message could not be sent. Check your connection and try again: nothing you wrote is lost.';
  return problemText(error, 'Your message could not be sent. Please try again.');
}
