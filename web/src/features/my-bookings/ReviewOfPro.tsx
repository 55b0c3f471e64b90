import { useQueryClient } from '@tanstack/react-query';
import { keys, whatBookingsChange } from '@/api/keys';
import { sendReview } from '@/api/reviews';
import type { OwnReview } from '@/api/types';
import { capabilityOf, type LiveBooking } from '@/shared/live/useBooking';
import type { BookingRef } from '@/shared/live/useBookingRef';
import { ReviewCard } from '@/ui/ReviewCard';
import { ProLink } from './ProLink';

export interface ReviewOfProProps {
  booking: LiveBooking;
  bookingRef: BookingRef;
}

/** The client's review of the pro, for the owner and whoever has the guest link. */
export function ReviewOfPro({ booking, bookingRef }: ReviewOfProProps) {
  const queryClient = useQueryClient();
  const { assigned_master_id: masterId, assigned_master_name: name, assigned_master_demo: isDemo } = booking;
  const refresh = () => {
    for (const queryKey of whatBookingsChange) void queryClient.invalidateQueries({ queryKey });
  };
  const show = (review: OwnReview) => {
    queryClient.setQueryData<LiveBooking>(keys.booking.one(bookingRef), (before) => {
      if (!before) return before;
      const { review_until: _, ...rest } = before;
      return { ...rest, review };
    });
    refresh();
  };
  return (
    <ReviewCard
      question={name ? `How was ${name}?` : 'How was your pro?'}
      prompt="What should others know?"
      readers="Shown once your pro has written one too, or 7 days after the job."
      others={masterId && !isDemo && name && <ProLink masterId={masterId} name={name} />}
      review={booking.review}
      until={booking.review_until}
      send={(review) => sendReview(booking.id, review, capabilityOf(bookingRef))}
      onSent={show}
      onRefused={refresh}
    />
  );
}
