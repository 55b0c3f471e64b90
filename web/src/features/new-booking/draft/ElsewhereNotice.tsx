import { Link } from 'react-router';
import { paths } from '@/shared/paths';
import { Banner } from '@/ui';
import { type Elsewhere, useElsewhere } from './store';

/** Says what another tab did to the booking on this screen. */
export function ElsewhereNotice() {
  const elsewhere = useElsewhere();
  return elsewhere && <Notice elsewhere={elsewhere} />;
}

function Notice({ elsewhere }: { elsewhere: Elsewhere }) {
  if (elsewhere.what === 'booked')
    return (
      <Banner
        tone="good"
        role="status"
        actions={
          <Link to={paths.booking.status(elsewhere.bookingId)} className="link py-2">
            Open it
          </Link>
        }
      >
        You've already booked this: <span className="num">{elsewhere.bookingId}</span>.
      </Banner>
    );
  return (
    <Banner tone="copper" role="status">
      {elsewhere.what === 'cleared'
        ? 'What you entered here was cleared in another tab.'
        : 'You changed this booking in another tab.'}
    </Banner>
  );
}
