import { BookingLayout } from '@/ui';

export function Component() {
  return (
    <BookingLayout title="Your estimate" step={1}>
      {null}
    </BookingLayout>
  );
}
