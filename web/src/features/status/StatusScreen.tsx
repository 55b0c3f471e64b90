import { BookingLayout } from '@/ui';

export function Component() {
  return <BookingLayout title="Booking">{null}</BookingLayout>;
}
