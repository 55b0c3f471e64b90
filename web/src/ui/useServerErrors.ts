// What the server refuses of a form's request, shown at the fields that it names.
import { useEffect } from 'react';
import type { FieldPath, FieldValues, UseFormReturn } from 'react-hook-form';
import { ApiProblem, problemText, refusedFields } from '@/api/problem';

/** The form's name for what the API calls something else: a field, or the code of an error that is about one field. */
export type FieldNames = Readonly<Record<string, string>>;

type FormOf<Form extends FieldValues> = Pick<UseFormReturn<Form>, 'getValues' | 'setError'>;

/** What to say of an error that names no field: the fallback of `problemText`, or a function's text. */
type TextOf = string | ((error: unknown) => string);

const sameNames: FieldNames = {};

/** For a form that a mutation sends. Returns the text that no field shows. */
export function useServerErrors<Form extends FieldValues>(
  form: FormOf<Form>,
  error: Error | null,
  textOf: TextOf,
  names = sameNames,
): string | null {
  useEffect(() => {
    if (error) setErrors(form, error, names);
  }, [form, error, names]);
  return error && restOf(form, error, textOf, names);
}

/** The same once, for a form that catches the error itself. */
export function showServerErrors<Form extends FieldValues>(
  form: FormOf<Form>,
  error: unknown,
  textOf: TextOf,
  names = sameNames,
): string | null {
  setErrors(form, error, names);
  return restOf(form, error, textOf, names);
}

/** The first on the screen takes the focus. */
function setErrors<Form extends FieldValues>(form: FormOf<Form>, error: unknown, names: FieldNames): void {
  const refused = refusals(error, names);
  const atFields = Object.keys(form.getValues()).flatMap((field) => refused.filter(isWithin(field)));
  for (const [index, { field, message }] of atFields.entries())
    form.setError(field as FieldPath<Form>, { message }, { shouldFocus: index === 0 });
}

function restOf<Form extends FieldValues>(
  form: FormOf<Form>,
  error: unknown,
  textOf: TextOf,
  names: FieldNames,
): string | null {
  const refused = refusals(error, names);
  if (refused.length === 0) return typeof textOf === 'string' ? problemText(error, textOf) : textOf(error);
  const fields = Object.keys(form.getValues());
  const elsewhere = refused.filter((one) => !fields.some((field) => isWithin(field)(one)));
  return elsewhere.map(({ message }) => message).join(' ') || null;
}

interface Refusal {
  field: string;
  message: string;
}

/** Fields of lists, such as `lines.0.amount`, are within the list. */
function isWithin(name: string) {
  return ({ field }: Refusal) => field.split('.')[0] === name;
}

function refusals(error: unknown, names: FieldNames): Refusal[] {
  const isOfField = error instanceof ApiProblem && names[error.code] !== undefined;
  const refused = isOfField ? { [error.code]: error.detail } : refusedFields(error);
  return Object.entries(refused).map(([name, message]) => ({
    field: name
      .split('.')
      .map((part) => names[part] ?? part)
      .join('.'),
    message,
  }));
}
