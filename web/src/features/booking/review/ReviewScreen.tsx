import { BookingLayout } from '@/ui';

export function Component() {
  return (
    <BookingLayout title="Review &amp; Pay" step={4}>
      {null}
    </BookingLayout>
  );
}
