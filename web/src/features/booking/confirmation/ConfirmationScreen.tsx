import { BookingLayout } from '@/ui';

export function Component() {
  return (
    <BookingLayout title="Booking confirmed" step={5}>
      {null}
    </BookingLayout>
  );
}
