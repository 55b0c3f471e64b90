// Whether an account is known by the email or mobile that stands in the form: asked once each, when typing has rested.
import { useEffect, useReducer } from 'react';
import { identifierExists } from '@/api/accounts';
import { useDebounced } from '@/shared/debounce';

const REST = 350;

/** What the server said, and false for what the person said no to: the server allows 20 questions an hour. */
const known = new Map<string, boolean>();

/** The first of these (valid, normalised) that names an account; null while none is known to. */
export function useKnownIdentifier(identifiers: string[]) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const rested = useDebounced(identifiers.join('\n'), REST);

  useEffect(() => {
    const abort = new AbortController();
    const ask = async (identifier: string) => {
      const contact = identifier.includes('@') ? { email: identifier } : { phone: identifier };
      const exists = await identifierExists(contact, abort.signal);
      if (abort.signal.aborted) return;
      known.set(identifier, exists);
      redraw();
    };
    for (const identifier of rested.split('\n'))
      if (identifier && !known.has(identifier)) void ask(identifier);
    return () => abort.abort();
  }, [rested]);

  return {
    known: identifiers.find((identifier) => known.get(identifier)) ?? null,
    /** The person goes on as a guest and is not asked again. */
    skip: () => {
      for (const identifier of identifiers) known.set(identifier, false);
      redraw();
    },
  };
}
