// Which booking the address names, and by what right: the owner's bearer, a guest's own link, or a share link that may only look.
import { useParams, useSearchParams } from 'react-router';

export interface BookingRef {
  /** From the path; the guest link carries none. */
  id: string | undefined;
  guestToken: string | undefined;
  shareToken: string | undefined;
  /** In place of an id. */
  intent: string | undefined;
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
