// Which booking the address names, and what gives access to it: the owner's token, a guest's own link, or a read-only share link.
import { useParams, useSearchParams } from 'react-router';

export interface BookingRef {
  /** From the path; the guest link has none. */
  id: string | undefined;
  guestToken: string | undefined;
  shareToken: string | undefined;
  /** A payment intent, used instead of an id. */
  intent: string | undefined;
}

/** The caller's own booking. */
export function ownRef(id: string | undefined): BookingRef {
  return { id, guestToken: undefined, shareToken: undefined, intent: undefined };
}

export function useBookingRef(): BookingRef {
  const { id, guestToken } = useParams();
  const [search] = useSearchParams();
  const read = (...names: string[]) => names.map((name) => search.get(name)).find(Boolean) ?? undefined;
  return {
    id,
    guestToken: guestToken ?? read('token'),
    shareToken: read('t', 'share'),
    intent: read('payment_intent'),
  };
}
