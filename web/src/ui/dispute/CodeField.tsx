// The code that the holder of a guest link is sent, and types in before a dispute or an appeal is taken.
import type { UseFormRegisterReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { refuse } from '@/shared/textRules';
import { codeTyped } from '@/shared/typed';
import { Field, TextInput } from '@/ui';
import { CODE_LENGTH } from '../useCodeEntry';

/** A wrong code is an error of its own, for `useServerErrors`. */
export const codeErrors = { invalid_code: 'code' };

/** Anything will do where none is needed. */
export function codeText(isNeeded: boolean) {
  return z.pipe(
    z.string(),
    z.transform((typed, context) => {
      const code = codeTyped(typed, CODE_LENGTH);
      if (isNeeded && code === undefined) refuse(context, typed, 'Enter the 6 digits that we sent you.');
      return code ?? typed;
    }),
  );
}

interface CodeFieldProps {
  id: string;
  error: string | undefined;
  control: UseFormRegisterReturn;
}

export function CodeField({ id, error, control }: CodeFieldProps) {
  return (
    <Field id={id} label="6-digit code" error={error}>
      <TextInput {...control} inputMode="numeric" autoComplete="one-time-code" className="num max-w-40" />
    </Field>
  );
}
