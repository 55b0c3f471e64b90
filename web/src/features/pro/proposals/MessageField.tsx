import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, TextArea } from '@/ui';
import { LONGEST_MESSAGE } from './schema';

export interface MessageFieldProps {
  label: string;
  /** What stands in it now. */
  typed: string;
  error: string | undefined;
  control: UseFormRegisterReturn;
}

/** What the pro says to the client about a price. */
export function MessageField({ label, typed, error, control }: MessageFieldProps) {
  return (
    <Field
      id="message"
      label={label}
      optional
      hint="The client reads this. Phone numbers and emails are hidden."
      counter={`${LONGEST_MESSAGE - [...typed].length} left`}
      error={error}
    >
      <TextArea {...control} rows={3} autoComplete="off" />
    </Field>
  );
}
