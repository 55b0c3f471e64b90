import { isLetGo } from '@/shared/bookingWords';
import { useHasPassed } from '@/shared/useHasPassed';
import type { LiveBooking } from './useBooking';

/** The booking once the time is over for which its money is kept: nothing tells the page. */
export function useLetGo(booking: LiveBooking | undefined): LiveBooking | undefined {
  const card = booking?.card;
  const isOver = useHasPassed(card?.until ? Date.parse(card.until) : undefined);
  if (!card || !isOver || isLetGo(booking)) return booking;
  return { ...booking, card: { money: card.money === 'charged' ? 'refunded' : 'released' } };
}
