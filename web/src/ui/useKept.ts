// What was typed and not sent yet, over a reload of the page (a new version, a phone that needed the memory) and over a session that ended. It is
// kept in this tab alone, for the same person and the same page, and goes when the form is closed.
import { useEffect, useEffectEvent, useState } from 'react';
import { type DefaultValues, type FieldValues, type UseFormProps, useForm } from 'react-hook-form';
import { personHere } from '@/shared/ofPerson';
import { hasLostSession } from '@/shared/session';

interface Kept {
  person: string;
  typed: unknown;
}

/** What was typed before; undefined if nothing was. `typed` says what is to be kept now: undefined for nothing. */
function useKept<Typed>(name: string, typed: () => Typed | undefined): Typed | undefined {
  const [person] = useState(personHere);
  const [key] = useState(() => `callout.typed ${window.location.pathname} ${name}`);
  const [before] = useState(() => read(key, person) as Typed | undefined);
  const keep = useEffectEvent(() => write(key, { person, typed: typed() }));
  useEffect(() => {
    const onLeave = () => keep();
    window.addEventListener('pagehide', onLeave);
    return () => {
      window.removeEventListener('pagehide', onLeave);
      // Whoever signs in again finds the form as it was.
      if (hasLostSession()) keep();
      else write(key, { person, typed: undefined });
    };
  }, [key, person]);
  return before;
}

type KeptFormProps<Form extends FieldValues, Sent> = UseFormProps<Form, unknown, Sent> & {
  defaultValues: DefaultValues<Form>;
};

/** `useForm` whose fields are kept, but for those named `secret`, such as codes. `name` tells the form from others of its page. */
export function useKeptForm<Form extends FieldValues, _Context = unknown, Sent = Form>(
  name: string,
  { secret = [], ...options }: KeptFormProps<Form, Sent> & { secret?: readonly (keyof Form & string)[] },
) {
  const form = useForm<Form, unknown, Sent>(options);
  const text = (values: object) =>
    JSON.stringify(values, (field, value) => (isSecret(field) ? undefined : value));
  const isSecret = (field: string) => secret.includes(field);
  const [untouched] = useState(() => text(form.getValues()));
  const before = useKept(name, () => {
    const typed = text(form.getValues());
    return typed === untouched ? undefined : typed;
  });
  const restore = useEffectEvent(() => {
    // Not as default values: a form may send only what differs from them.
    if (before) form.reset({ ...form.getValues(), ...JSON.parse(before) }, { keepDefaultValues: true });
  });
  useEffect(() => restore(), []);
  return form;
}

/** `useState` for one text that is kept. */
export function useKeptText(name: string): [text: string, setText: (text: string) => void] {
  const [typed, setTyped] = useState<string>();
  const before: string | undefined = useKept<string>(name, () => (typed ?? before) || undefined);
  return [typed ?? before ?? '', setTyped];
}

function read(key: string, person: string): unknown {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null') as Kept | null;
    return kept?.person === person ? kept.typed : undefined;
  } catch {
    return undefined;
  }
}

function write(key: string, kept: Kept): void {
  try {
    if (kept.typed === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(kept));
  } catch {
    // There is no room, or no storage.
  }
}
