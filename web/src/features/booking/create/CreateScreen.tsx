import { BookingLayout } from '@/ui';

export function Component() {
  return (
    <BookingLayout title="What needs fixing?" step={1}>
      {null}
    </BookingLayout>
  );
}
