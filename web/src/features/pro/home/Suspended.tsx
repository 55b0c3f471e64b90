// A suspended pro: why, what is held, and the one appeal.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { appealSuspension, proQuery } from '@/api/pros';
import type { MasterSuspension } from '@/api/types';
import { asLondon, formatDay } from '@/shared/london';
import { Button, Field, TextArea } from '@/ui';
import { statementText, textLeft } from '@/ui/dispute/statement';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useKeptForm } from '@/ui/useKept';
import { useServerErrors } from '@/ui/useServerErrors';
import { holdsBalance } from '../suspension';

const TITLE = 'suspended-title';
const schema = z.object({ text: statementText });

export function Suspended({ suspension }: { suspension: MasterSuspension }) {
  const { reasonWords, text, appeal, verdict, decidedAt } = suspension;
  return (
    <section aria-labelledby={TITLE} className="card grid grid-cols-1 gap-3 p-4">
      <h2 id={TITLE} tabIndex={-1} className="text-l">
        Your account is suspended
      </h2>
      <p>You get no jobs for now. {heldText(suspension)}</p>
      <Said title="Why" text={`${reasonWords}. ${text}`} />
      {appeal && <Said title="Your appeal" text={appeal} />}
      {decidedAt && <Said title="What we decided" text={`The suspension stays. ${verdict ?? ''}`} />}
      {appeal && !decidedAt && <p role="status">We are looking into your appeal, and write to you.</p>}
      {!appeal && <AppealForm />}
    </section>
  );
}

function heldText(suspension: MasterSuspension): string {
  if (!holdsBalance(suspension)) return 'You can withdraw your balance.';
  const { heldUntil } = suspension;
  return heldUntil
    ? `Your balance is held until ${formatDay(asLondon(heldUntil).day)}, or until your appeal is decided.`
    : 'Your balance is held until your appeal is decided.';
}

function Said({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <h3 className="text-m">{title}</h3>
      <p dir="auto" className="whitespace-pre-line text-muted [overflow-wrap:anywhere]">
        {text}
      </p>
    </div>
  );
}

function AppealForm() {
  const queryClient = useQueryClient();
  const element = useFocusHandedTo<HTMLFormElement>(TITLE);
  const form = useKeptForm('suspended', {
    defaultValues: { text: '' },
    resolver: zodResolver(schema),
  });
  const { register, handleSubmit, watch, formState } = form;
  const sending = useMutation({
    mutationFn: ({ text }: { text: string }) => appealSuspension(text),
    onSuccess: (saved) => queryClient.setQueryData(proQuery.queryKey, saved),
  });
  const problem = useServerErrors(form, sending.error, 'Your appeal could not be sent. Please try again.');
  return (
    <form
      ref={element}
      noValidate
      className="grid grid-cols-1 gap-4"
      onSubmit={handleSubmit((said) => sending.mutate(said))}
    >
      <Field
        id="appeal"
        label="Your appeal"
        hint="Tell us why you see it differently. You can appeal once, and a person decides."
        counter={textLeft(watch('text'))}
        error={formState.errors.text?.message}
      >
        <TextArea {...register('text')} rows={4} autoComplete="off" />
      </Field>
      <Problem text={problem} />
      <Button
        type="submit"
        size="small"
        className="justify-self-start"
        busy={sending.isPending}
        busyText="Sending…"
      >
        Send appeal
      </Button>
    </form>
  );
}
