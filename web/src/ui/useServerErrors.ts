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
  const atFields = refusals(form, error, names).filter(({ place }) => place >= 0);
  for (const [index, { field, message }] of atFields.entries())
    form.setError(field as FieldPath<Form>, { message }, { shouldFocus: index === 0 });
}

function restOf<Form extends FieldValues>(
  form: FormOf<Form>,
  error: unknown,
  textOf: TextOf,
  names: FieldNames,
): string | null {
  const refused = refusals(form, error, names);
  if (refused.length === 0) return typeof textOf === 'string' ? problemText(error, textOf) : textOf(error);
  const elsewhere = refused.filter(({ place }) => place < 0);
  return elsewhere.map(({ message }) => message).join(' ') || null;
}

/** In the form's order; `place` is below 0 for what is no field of it. Fields of lists, such as `lines.0.amount`, stand where the list does. */
function refusals<Form extends FieldValues>(form: FormOf<Form>, error: unknown, names: FieldNames) {
  const fields = Object.keys(form.getValues());
  const isOfField = error instanceof ApiProblem && names[error.code] !== undefined;
  const refused = isOfField ? { [error.code]: error.detail } : refusedFields(error);
  return Object.entries(refused)
    .map(([name, message]) => {
      const path = name.split('.').map((part) => names[part] ?? part);
      return { field: path.join('.'), message, place: fields.indexOf(path[0] ?? '') };
    })
    .sort((one, other) => one.place - other.place);
}
