import { WifiOff } from 'lucide-react';
import { isUnreachable } from '@/api/problem';
import { noConnectionText } from '@/shared/connection';
import { Banner, LoadError } from '@/ui';

export interface NotReachedProps {
  error: Error | null;
  retry: () => void;
}

/** Why there is no list of bookings, or an old one. Without a network nothing is wrong, and the page goes on by itself. */
export function NotReached({ error, retry }: NotReachedProps) {
  if (!isUnreachable(error)) return <LoadError retry={retry}>Failed to load your bookings.</LoadError>;
  return (
    <Banner role="status" icon={<WifiOff aria-hidden="true" className="mt-px size-5 shrink-0" />}>
      {noConnectionText()} Your bookings are brought up to date by themselves.
    </Banner>
  );
}
