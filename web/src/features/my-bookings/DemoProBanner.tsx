// Says of a demonstration server's pro that there is nobody.
import type { Booking } from '@/api/types';
import { Banner } from '@/ui';

/** For a region that screen readers watch: it comes when the pro does. */
export function DemoProBanner({ booking }: { booking: Booking }) {
  const { assigned_master_demo: isDemo, proposal } = booking;
  if (!isDemo && !proposal?.demo) return null;
  return <Banner tone="copper">This is a demo pro: nobody is really coming.</Banner>;
}
