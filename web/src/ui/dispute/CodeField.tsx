// The code that the holder of a guest link is sent, and types in before a dispute or an appeal is taken.
import type { UseFormRegisterReturn } from 'react-hook-form';
import * as z from 'zod/mini';
import { Field, TextInput } from '@/ui';

/** A wrong code is an error of its own, for `useServerErrors`. */
export const codeErrors = { invalid_code: 'code' };

/** Anything will do where none is needed. */
export function codeText(isNeeded: boolean) {
  return z.string().check(
    z.trim(),
    z.refine((code) => !isNeeded || /^[0-9]{6}$/.test(code), 'Enter the 6 digits that we sent you.'),
  );
}

export const withoutSpaces = { setValueAs: (code: string) => code.replaceAll(' ', '') };

interface CodeFieldProps {
  id: string;
  error: string | undefined;
  control: UseFormRegisterReturn;
}

export function CodeField({ id, error, control }: CodeFieldProps) {
  return (
    <Field id={id} label="6-digit code" error={error}>
      <TextInput
        {...control}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        className="num max-w-40"
      />
    </Field>
  );
}
