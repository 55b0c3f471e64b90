import { BookingLayout } from '@/ui';

export function Component() {
  return (
    <BookingLayout title="Schedule" step={3}>
      {null}
    </BookingLayout>
  );
}
