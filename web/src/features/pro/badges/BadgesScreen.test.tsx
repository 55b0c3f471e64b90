import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import type { EarnableBadge } from '@/api/badges';
import { problem } from '@/test/fakeApi';
import { activePro, BADGES, newPro, openArea, serverOf } from '../testing';

afterEach(() => {
  vi.unstubAllGlobals();
});

const insured: EarnableBadge = {
  icon: 'insured',
  title: 'Insured',
  description: 'Insurance checked and in date',
  earned: true,
};
const topRated: EarnableBadge = {
  icon: 'top_rated',
  title: 'Top rated',
  description: '4.8 stars or more over at least 10 reviews',
  earned: false,
};
/** Opens the page of a pro with these badges. */
function openWith(items: readonly EarnableBadge[], handlers = {}) {
  const api = serverOf(activePro, { [BADGES]: () => ({ json: { items } }), ...handlers });
  openArea('/master/badges');
  return api;
}

const navigation = async () =>
  within(await screen.findByRole('navigation', { name: 'Your account' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

it('shows every badge, and which of them are earned', async () => {
  openWith([insured, topRated]);
  expect(await screen.findByText('1 of 2 earned')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1, name: 'Your Badges' })).toBeInTheDocument();
  const [first, second] = within(screen.getByRole('main')).getAllByRole('listitem') as [
    HTMLElement,
    HTMLElement,
  ];
  expect(within(first).getByRole('heading', { name: 'Insured' })).toBeInTheDocument();
  expect(within(first).getByText('Insurance checked and in date')).toBeInTheDocument();
  expect(within(first).getByText('Earned')).toBeInTheDocument();
  expect(within(second).getByRole('heading', { name: 'Top rated' })).toBeInTheDocument();
  expect(within(second).getByText('4.8 stars or more over at least 10 reviews')).toBeInTheDocument();
  expect(within(second).getByText('Not earned yet')).toBeInTheDocument();
});

it('shows a badge that only a newer server knows', async () => {
  openWith([{ icon: 'heat_pumps', title: 'Heat pumps', description: 'Certified', earned: true }]);
  expect(await screen.findByRole('heading', { name: 'Heat pumps' })).toBeInTheDocument();
  expect(screen.getByText('Earned')).toBeInTheDocument();
});

it('asks as the pro', async () => {
  const api = openWith([insured]);
  await screen.findByText('1 of 1 earned');
  expect(api.of(BADGES)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
});

it('says when it could not be loaded, and tries again', async () => {
  const api = openWith([], { [BADGES]: () => problem(500, 'internal') });
  expect(await screen.findByText('Failed to load your badges')).toBeInTheDocument();
  expect(screen.queryByText(/earned$/)).not.toBeInTheDocument();
  api.change(BADGES, () => ({ json: { items: [insured] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('1 of 1 earned')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Failed to load your badges')).not.toBeInTheDocument());
});

it('is in the menu at a desk', async () => {
  openWith([insured]);
  expect(await navigation()).toEqual([
    'Dashboard',
    'Stream',
    'Bookings',
    'Badges',
    'Training',
    'Payouts',
    'Profile',
  ]);
  expect(within(screen.getByRole('main')).queryByRole('link')).not.toBeInTheDocument();
});

it('leads back to the profile on a phone, whose bar has no room for it', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  openWith([insured]);
  expect(await navigation()).toEqual(['Home', 'Stream', 'Jobs', 'Payouts', 'Profile']);
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Profile' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument();
});

it('comes with activation', async () => {
  serverOf(newPro);
  openArea('/master/badges');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
});
