// What a client reads of the assigned pro.
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Booking } from '@/api/types';
import { renderAt } from '@/test/render';
import { ProCard } from './ProCard';
import { booking } from './testing';

const assigned: Booking = { ...booking, status: 'assigned', assigned_master_name: 'Sam O.' };

it('says the Gas Safe number and when we checked it, where the work is on gas', () => {
  const gasSafe = { number: '123456', checkedOn: '2026-11-20' };
  const { unmount } = renderAt(<ProCard booking={{ ...assigned, assigned_master_gas_safe: gasSafe }} />);
  expect(screen.getByText('Gas Safe 123456, checked 20 November 2026')).toBeInTheDocument();
  unmount();
  renderAt(<ProCard booking={{ ...assigned, assigned_master_verified: true }} />);
  expect(screen.getByText('Verified')).toBeInTheDocument();
  expect(screen.queryByText(/Gas Safe/)).not.toBeInTheDocument();
});
