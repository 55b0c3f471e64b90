import { ClipboardList, House, Stamp, UserRound } from 'lucide-react';
import { paths } from '@/shared/paths';
import type { AreaLink } from '@/ui/AreaNavigation';

/** The links of the client area. */
export const clientLinks: readonly AreaLink[] = [
  { to: paths.client.home, label: 'Dashboard', Icon: House, end: true },
  { to: paths.bookings.list, label: 'My Bookings', Icon: ClipboardList, end: false },
  { to: paths.client.loyalty, label: 'Loyalty', Icon: Stamp, end: true },
  { to: paths.client.profile, label: 'Profile', Icon: UserRound, end: true },
];
