import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startSession } from '@/shared/session';
import { type FakeAnswer, type FakeCall, fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { booking } from '../testing';
import { Component } from './DashboardScreen';

const me = {
  clientId: 'c-1',
  name: 'Ada Brown',
  emailVerified: true,
  phoneVerified: false,
  marketingConsent: false,
};

function server(items: unknown[], open: unknown[] = []) {
  return fakeApi({
    'GET /api/clients/me': () => ({ json: me }),
    'GET /api/clients/me/summary': () => ({ json: { total: 12, active: 3, completed: 7 } }),
    'GET /api/bookings': ({ query }: FakeCall) => ({ json: { items: query.get('filter') ? open : items } }),
  });
}

beforeEach(() => startSession(token()));

it('shows the server’s counts, the active booking and the last five', async () => {
  const done = Array.from({ length: 4 }, (_, index) => ({
    ...booking,
    id: `C-${index + 2}`,
    status: 'completed',
  }));
  // The one on its way is older than the last five.
  const coming = { ...booking, id: 'C-9', status: 'en_route', start_code: '0042' };
  const api = server([booking, ...done], [booking, coming]);
  renderAt(<Component />);
  expect(await screen.findByRole('heading', { name: 'Welcome back, Ada' })).toBeInTheDocument();
  for (const [name, count] of [
    ['Total Requests', '12'],
    ['Active', '3'],
    ['Completed', '7'],
  ])
    expect(
      within(screen.getByText(name!, { selector: 'dt' }).parentElement!).getByText(count!),
    ).toBeInTheDocument();
  const active = screen.getByRole('region', { name: 'Active booking' });
  expect(within(active).getByRole('link', { name: 'Track' })).toHaveAttribute('href', '/booking/C-9');
  expect(within(active).getByText('0042')).toBeInTheDocument();
  expect(api.of('GET /api/bookings').map(({ query }) => query.get('limit'))).toEqual(['5', '100']);
  expect(within(active).getByRole('button', { name: 'Cancel' })).toBeInTheDocument();
  const recent = screen.getByRole('region', { name: 'Recent Requests' });
  expect(within(recent).getAllByRole('listitem')).toHaveLength(5);
  expect(within(recent).getAllByRole('link', { name: /^Repeat/ })[1]).toHaveAttribute(
    'href',
    '/booking/repeat/C-2',
  );
});

it('shows the safety tip and the help only once the bookings above them have loaded', async () => {
  const answers: ((answer: FakeAnswer) => void)[] = [];
  server([]).change('GET /api/bookings', () => new Promise((resolve) => answers.push(resolve)));
  renderAt(<Component />);
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(screen.getByText('Loading your bookings')).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Support & FAQ' })).not.toBeInTheDocument();
  for (const answer of answers) answer({ json: { items: [] } });
  expect(await screen.findByRole('region', { name: 'Support & FAQ' })).toBeInTheDocument();
});

it('has no active booking when every booking has ended', async () => {
  server([{ ...booking, status: 'cancelled' }]);
  renderAt(<Component />);
  expect(await screen.findByRole('region', { name: 'Recent Requests' })).toBeInTheDocument();
  expect(screen.queryByRole('region', { name: 'Active booking' })).not.toBeInTheDocument();
});

it('says what could not be loaded', async () => {
  const api = server([]);
  api.change('GET /api/bookings', () => problem(500, 'internal'));
  renderAt(<Component />);
  expect(await screen.findByText('Failed to load your bookings.')).toBeInTheDocument();
});

it('shows dashes for counts that could not be loaded', async () => {
  const api = server([]);
  api.change('GET /api/clients/me/summary', () => problem(500, 'internal'));
  renderAt(<Component />);
  expect(await screen.findAllByText('–')).toHaveLength(3);
});
