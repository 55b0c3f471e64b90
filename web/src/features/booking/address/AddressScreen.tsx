import { BookingLayout } from '@/ui';

export function Component() {
  return (
    <BookingLayout title="Service address" step={2}>
      {null}
    </BookingLayout>
  );
}
