// Whether the email or mobile in the form belongs to an account. Each is looked up once, when typing has paused.
import { useEffect, useReducer } from 'react';
import { identifierExists } from '@/api/accounts';
import { useDebounced } from '@/shared/debounce';

const REST = 350;

/** The server's answers, and false for those the person skipped. Kept because the server allows 20 lookups an hour; a lookup that failed is not
 *  an answer. */
const known = new Map<string, boolean>();

/** The first of these valid, normalised identifiers that belongs to an account; null while none is known to. */
export function useKnownIdentifier(identifiers: string[]) {
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const rested = useDebounced(identifiers.join('\n'), REST);

  useEffect(() => {
    const abort = new AbortController();
    const ask = async (identifier: string) => {
      const contact = identifier.includes('@') ? { email: identifier } : { phone: identifier };
      const exists = await identifierExists(contact, abort.signal).catch(() => null);
      if (abort.signal.aborted || exists === null) return;
      known.set(identifier, exists);
      redraw();
    };
    for (const identifier of rested.split('\n'))
      if (identifier && !known.has(identifier)) void ask(identifier);
    return () => abort.abort();
  }, [rested]);

  return {
    known: identifiers.find((identifier) => known.get(identifier)) ?? null,
    /** Continues as a guest; the same identifier is not suggested again. */
    skip: () => {
      for (const identifier of identifiers) known.set(identifier, false);
      redraw();
    },
  };
}
