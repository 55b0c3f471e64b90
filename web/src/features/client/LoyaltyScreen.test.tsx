import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { Component } from './LoyaltyScreen';

const LOYALTY = 'GET /api/clients/me/loyalty';

it('shows stamps and coupons, and which coupons have been used', async () => {
  fakeApi({
    [LOYALTY]: () => ({
      json: {
        stamps: 4,
        stampsForReward: 5,
        rewards: [
          { code: 'LOYAL-NEW', amountPence: 1000 },
          { code: 'LOYAL-OLD', amountPence: 1000, usedAt: '2026-11-20T10:00:00+00:00' },
        ],
      },
    }),
  });
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  renderAt(<Component />);
  expect(await screen.findByRole('heading', { name: '4 of 5 stamps' })).toBeInTheDocument();
  expect(screen.getByText(/One more job/)).toBeInTheDocument();
  expect(screen.getByText('Used Fri 20 Nov')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Copy code LOYAL-NEW' }));
  expect(write).toHaveBeenCalledWith('LOYAL-NEW');
});

it('says so when the card could not be loaded', async () => {
  fakeApi({ [LOYALTY]: () => problem(500, 'internal') });
  renderAt(<Component />);
  expect(await screen.findByText('Your stamp card could not be loaded.')).toBeInTheDocument();
});
