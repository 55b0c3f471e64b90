// Appealing against the decision of a dispute: once, by either side.
import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import * as z from 'zod/mini';
import type { NewAppeal } from '@/api/disputes';
import type { Dispute } from '@/api/types';
import { asLondon, formatDay } from '@/shared/london';
import { useHasPassed } from '@/shared/useHasPassed';
import { Button, Field, TextArea } from '@/ui';
import { CodeField, codeErrors, codeText } from '@/ui/dispute/CodeField';
import { statementText, textLeft } from '@/ui/dispute/statement';
import { FormDialog } from '@/ui/FormDialog';
import { useFocusHandedTo } from '@/ui/useFocusHandedTo';
import { useServerErrors } from '@/ui/useServerErrors';
import { useKeptForm } from '../useKept';

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
    code: codeText(needsCode),
  });

/** What was typed stays when it could not be sent. */
function AppealDialog({ send, onSent, sendCode, onClose }: AppealProps & { onClose: () => void }) {
  const needsCode = sendCode !== undefined;
  const form = useKeptForm('appeal', {
    secret: ['code'],
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
  const problem = useServerErrors(form, sending.error, 'It could not be sent. Please try again.', codeErrors);
  return (
    <FormDialog
      id="appeal"
      title="Appeal against the decision"
      description="We look at the dispute once more. That decision is final with us; your statutory rights are not affected."
      action="Send"
      busyText="Sending…"
      isBusy={sending.isPending}
      problem={problem}
      onSubmit={handleSubmit(({ text, code }) => sending.mutate({ text, ...(needsCode && { code }) }))}
      onClose={onClose}
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
      {needsCode && <CodeField id="appeal-code" error={errors.code?.message} control={register('code')} />}
    </FormDialog>
  );
}
