// Appealing against the decision of a dispute: once, by either side.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';
import type { NewAppeal } from '@/api/disputes';
import { problemText } from '@/api/problem';
import type { Dispute } from '@/api/types';
import { asLondon, formatDay } from '@/shared/london';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button, Dialog, Field, TextArea, TextInput } from '@/ui';
import { statementText, textLeft } from '@/ui/dispute/statement';
import { Problem } from '@/ui/Problem';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useServerErrors } from '@/ui/useServerErrors';

interface AppealProps {
  /** Until when it is possible, ISO 8601. */
  until: string;
  /** The id of the heading that gets the focus once it is sent. */
  card: string;
  send: (appeal: NewAppeal) => Promise<Dispute>;
  onSent: (dispute: Dispute) => void;
  /** For the holder of a guest link: what has the code sent that the form then asks for. */
  sendCode?: ReactNode;
}

export function Appeal(props: AppealProps) {
  const { until, card } = props;
  const [isOpen, setOpen] = useState(false);
  const isOver = useHasPassed(Date.parse(until));
  const box = useFocusHandedTo<HTMLDivElement>(card);
  if (isOver) return null;
  const { day, clock } = asLondon(until);
  return (
    <div ref={box} className="grid justify-items-start gap-2">
      <Button look="quiet" size="small" onClick={() => setOpen(true)}>
        Appeal
      </Button>
      <p className="num text-s text-muted">
        You can ask us to look at it once more until {clock} on {formatDay(day)}.
      </p>
      {isOpen && <AppealDialog {...props} onClose={() => setOpen(false)} />}
    </div>
  );
}

const schemaOf = (needsCode: boolean) =>
  z.object({
    text: statementText,
    code: z.string().check(
      z.trim(),
      z.refine((code) => !needsCode || /^[0-9]{6}$/.test(code), 'Enter the 6 digits that we sent you.'),
    ),
  });

/** A wrong code is an error of its own. */
const fieldNames = { invalid_code: 'code' };

/** What was typed stays when it could not be sent. */
function AppealDialog({ send, onSent, sendCode, onClose }: AppealProps & { onClose: () => void }) {
  const needsCode = sendCode !== undefined;
  const form = useForm({
    defaultValues: { text: '', code: '' },
    resolver: zodResolver(schemaOf(needsCode)),
  });
  const { register, handleSubmit, watch, formState } = form;
  const { errors } = formState;
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (dispute) => {
      onClose();
      onSent(dispute);
    },
  });
  const problem = useServerErrors(
    form,
    sending.error,
    (error) => problemText(error, 'It could not be sent. Please try again.'),
    fieldNames,
  );
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onClose()}
      busy={sending.isPending}
      title="Appeal against the decision"
      description="We look at the dispute once more. That decision is final with us; your statutory rights are not affected."
      actions={
        <Button type="submit" form="appeal" busy={sending.isPending} busyText="Sending…">
          Send
        </Button>
      }
    >
      <form
        id="appeal"
        noValidate
        className="flex flex-col gap-4"
        onSubmit={handleSubmit(({ text, code }) => sending.mutate({ text, ...(needsCode && { code }) }))}
      >
        <Field
          id="appeal-text"
          label="Why is the decision not right?"
          hint="The other side can read this. Phone numbers and emails are hidden."
          counter={textLeft(watch('text'))}
          error={errors.text?.message}
        >
          <TextArea {...register('text')} rows={4} autoComplete="off" />
        </Field>
        {sendCode}
        {needsCode && (
          <Field id="appeal-code" label="6-digit code" error={errors.code?.message}>
            <TextInput
              {...register('code', { setValueAs: (code: string) => code.replaceAll(' ', '') })}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={12}
              className="num max-w-40"
            />
          </Field>
        )}
        <Problem text={problem} />
      </form>
    </Dialog>
  );
}
