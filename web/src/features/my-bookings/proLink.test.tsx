// Where the client's pages lead to the pro's public page, and where there is none.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { renderAt } from '@/test/render';
import { ProCard } from './ProCard';
import { ReviewOfPro } from './ReviewOfPro';
import { booking } from './testing';

const owner = { id: 'C-1', guestToken: undefined, shareToken: undefined, intent: undefined };
const assigned: Booking = {
  ...booking,
  status: 'assigned',
  assigned_master_id: 'm-1',
  assigned_master_name: 'Sam O.',
};
const link = () => screen.queryByRole('link', { name: 'Profile and reviews of Sam O.' });

it('leads there from the assigned pro', () => {
  renderAt(<ProCard booking={assigned} />);
  expect(link()).toHaveAttribute('href', '/pros/m-1');
});

it('leads nowhere for a demo pro, or without the pro’s id', () => {
  const { assigned_master_id: _, ...shared } = assigned;
  for (const one of [{ ...assigned, assigned_master_demo: true }, shared]) {
    const { unmount } = renderAt(<ProCard booking={one} />);
    expect(screen.getByText('Sam O.')).toBeInTheDocument();
    expect(link()).not.toBeInTheDocument();
    unmount();
  }
});

it('leads there from the client’s own review', () => {
  const review = { rating: 5, created_at: '2026-11-23T10:00:00Z' };
  renderAt(<ReviewOfPro booking={{ ...assigned, status: 'completed', review }} bookingRef={owner} />);
  expect(link()).toHaveAttribute('href', '/pros/m-1');
});
