import { useEffect, useRef } from 'react';
import { Button, Field, TextInput } from '@/ui';
import { Problem } from './Problem';
import { type CodeSignInOptions, useCodeSignIn } from './useCodeSignIn';

export interface CodeTabProps extends CodeSignInOptions {
  problem: string | null;
}

/** One button at a time is the one to press: first the code is sent, then it is tried. */
export function CodeTab({ problem, ...options }: CodeTabProps) {
  const { identifier, changeIdentifier, code, changeCode, sentTo, busy, wait, send, verify } =
    useCodeSignIn(options);
  const codeField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (sentTo) codeField.current?.focus();
  }, [sentTo]);

  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void (sentTo ? verify() : send());
      }}
    >
      <Field id="signin-identifier" label="Email or UK mobile">
        <TextInput
          value={identifier}
          onChange={(event) => changeIdentifier(event.target.value)}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <p role="status" className="text-s text-muted empty:hidden [overflow-wrap:anywhere]">
        {sentTo && `We have sent a 6-digit code to ${sentTo}. It is good for 10 minutes.`}
      </p>
      {sentTo && (
        <Field id="signin-code" label="Code">
          <TextInput
            ref={codeField}
            value={code}
            onChange={(event) => changeCode(event.target.value)}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            className="num text-l tracking-[0.2em]"
          />
        </Field>
      )}
      <Problem text={problem} />
      {sentTo ? (
        <Button type="submit" busy={busy === 'verifying'} busyText="Signing in…">
          Sign in
        </Button>
      ) : (
        <Button type="submit" busy={busy === 'sending'} busyText="Sending…">
          Send code
        </Button>
      )}
      {sentTo && (
        <p className="num flex min-h-11 items-center text-s text-muted">
          {wait > 0 ? (
            `You can send a new code in ${wait} s.`
          ) : (
            <Button
              look="plain"
              size="small"
              busy={busy === 'sending'}
              busyText="Sending…"
              onClick={() => void send()}
              className="-ml-3.5"
            >
              Send a new code
            </Button>
          )}
        </p>
      )}
    </form>
  );
}
