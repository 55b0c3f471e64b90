// When the banner of a demo pro is there.
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Booking, BookingProposal } from '@/api/types';
import { DemoProBanner } from './DemoProBanner';

const booking: Booking = {
  id: 'C-1',
  status: 'assigned',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
};
const proposal: BookingProposal = {
  amountPence: 7000,
  deltaPence: 1000,
  approved: false,
  until: '2026-11-23T10:35:00+00:00',
};
const text = 'This is a demo pro: nobody is really coming.';

test('a demo pro is called one, whether assigned or only proposing a price', () => {
  const { rerender } = render(<DemoProBanner booking={{ ...booking, assigned_master_demo: true }} />);
  expect(screen.getByText(text)).toBeVisible();
  rerender(
    <DemoProBanner booking={{ ...booking, status: 'accepted', proposal: { ...proposal, demo: true } }} />,
  );
  expect(screen.getByText(text)).toBeVisible();
});

test('a real pro has no banner', () => {
  const { rerender } = render(<DemoProBanner booking={booking} />);
  expect(screen.queryByText(text)).toBeNull();
  rerender(<DemoProBanner booking={{ ...booking, status: 'accepted', proposal }} />);
  expect(screen.queryByText(text)).toBeNull();
});
