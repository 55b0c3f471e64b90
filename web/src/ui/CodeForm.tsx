import { type ReactNode, useEffect } from 'react';
import { formatPhone } from '@/shared/phone';
import { Button } from './Button';
import { Field } from './Field';
import { Problem } from './Problem';
import { TextInput } from './TextInput';
import type { CodeEntry } from './useCodeEntry';

export interface CodeFormProps {
  /** Prefix for the ids of its fields. */
  id: string;
  entry: CodeEntry;
  problem: string | null;
  /** Sends a code, for the first time or again. */
  onSend: () => void;
  /** The label of the button that checks the code; `busyLabel` is shown while it is being checked. */
  label: string;
  busyLabel: string;
  /** Shown above the code: where to send it, if that can be changed. */
  children?: ReactNode;
}

/** Shows one main button at a time: first to send the code, then to check it. */
export function CodeForm({ id, entry, problem, onSend, label, busyLabel, children }: CodeFormProps) {
  const { codeField, sentTo, isSending, isVerifying, verify } = entry;
  useEffect(() => {
    if (sentTo) document.getElementById(`${id}-code`)?.focus();
  }, [sentTo, id]);

  return (
    <form
      noValidate
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (sentTo) void verify();
        else onSend();
      }}
    >
      {children}
      <p role="status" className="text-s text-muted empty:-mt-4 [overflow-wrap:anywhere]">
        {sentTo &&
          `We have sent a 6-digit code to ${'email' in sentTo ? sentTo.email : formatPhone(sentTo.phone)}. It is good for 10 minutes.`}
      </p>
      {sentTo && (
        <Field id={`${id}-code`} label="Code">
          <TextInput
            {...codeField}
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-invalid={problem ? true : undefined}
            aria-describedby={problem ? `${id}-problem` : undefined}
            className="num text-l tracking-[0.2em]"
          />
        </Field>
      )}
      <Problem text={problem} id={`${id}-problem`} />
      {sentTo ? (
        <Button type="submit" busy={isVerifying} busyText={busyLabel}>
          {label}
        </Button>
      ) : (
        <Button type="submit" busy={isSending} busyText="Sending…">
          Send code
        </Button>
      )}
      {sentTo && <Resend entry={entry} onSend={onSend} />}
    </form>
  );
}

function Resend({ entry: { isSending, wait }, onSend }: Pick<CodeFormProps, 'entry' | 'onSend'>) {
  return (
    <p className="num flex min-h-11 items-center text-s text-muted">
      {wait > 0 ? (
        `You can send a new code in ${wait} s.`
      ) : (
        <Button
          look="plain"
          size="small"
          busy={isSending}
          busyText="Sending…"
          onClick={onSend}
          className="-ml-3.5"
        >
          Send a new code
        </Button>
      )}
    </p>
  );
}
