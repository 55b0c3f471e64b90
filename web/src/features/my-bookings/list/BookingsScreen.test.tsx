import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queueMessage } from '@/shared/outbox/messages';
import { startSession, storeGuest } from '@/shared/session';
import { keysUnder, OUTBOX } from '@/shared/storage';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { guestToken, token } from '@/test/token';
import { booking } from '../testing';
import { Component } from './BookingsScreen';

const LIST = 'GET /api/bookings';

beforeEach(() => startSession(token({ email: 'ada@example.com' })));
afterEach(() => {
  vi.useRealTimers();
});

it('shows issue, status, address, time and total, and opens the live page', async () => {
  fakeApi({ [LIST]: () => ({ json: { items: [booking] } }) });
  renderAt(<Component />);
  const row = await screen.findByRole('listitem');
  for (const text of ['Pending', '1 High Street, London, SW1A 1AA', 'Tue 24 Nov, 11:00–13:00', '£107.50'])
    expect(within(row).getByText(text)).toBeInTheDocument();
  expect(within(row).getByRole('link', { name: 'Leak / tap issue' })).toHaveAttribute('href', '/booking/C-1');
  expect(within(row).getByRole('link', { name: /^Details/ })).toHaveAttribute('href', '/bookings/C-1');
});

it('loads further pages with the cursor', async () => {
  const api = fakeApi({
    [LIST]: ({ query }) => ({
      json:
        query.get('cursor') === 'older'
          ? { items: [{ ...booking, id: 'C-2', readable_name: 'Blocked drain or sink' }] }
          : { items: [booking], next_cursor: 'older' },
    }),
  });
  renderAt(<Component />);
  await userEvent.click(await screen.findByRole('button', { name: 'Show more' }));
  expect(await screen.findByText('Blocked drain or sink')).toBeInTheDocument();
  expect(screen.getByText('Leak / tap issue')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect(api.of(LIST)).toHaveLength(2);
});

it('says when there are no bookings yet', async () => {
  fakeApi({ [LIST]: () => ({ json: { items: [] } }) });
  renderAt(<Component />);
  expect(await screen.findByText('No bookings yet')).toBeInTheDocument();
  expect(screen.getByText('Make your first booking in a minute.')).toBeInTheDocument();
  for (const link of screen.getAllByRole('link', { name: 'New booking' }))
    expect(link).toHaveAttribute('href', '/booking/create');
});

it('says when the list could not be loaded, and tries again', async () => {
  const api = fakeApi({ [LIST]: () => problem(500, 'internal') });
  renderAt(<Component />);
  expect(await screen.findByText('Failed to load your bookings.')).toBeInTheDocument();
  api.change(LIST, () => ({ json: { items: [booking] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Leak / tap issue')).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Failed to load your bookings.')).not.toBeInTheDocument());
});

it('shows a guest their own list, and how to keep it', async () => {
  localStorage.clear();
  const bearer = guestToken();
  storeGuest({ clientId: 'guest-1', token: bearer });
  const api = fakeApi({ [LIST]: () => ({ json: { items: [booking] } }) });
  renderAt(<Component />);
  expect(await screen.findByText(/this list is on this device only/)).toBeInTheDocument();
  expect(api.of(LIST)[0]?.headers.get('Authorization')).toBe(`Bearer ${bearer}`);
});

it('asks a visitor to sign in without calling the server', () => {
  localStorage.clear();
  const api = fakeApi({});
  renderAt(<Component />, '/bookings');
  expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute(
    'href',
    '/login?role=client&next=%2Fbookings',
  );
  expect(api.calls).toEqual([]);
});

it('asks a guest the server no longer knows to sign in, and forgets them', async () => {
  localStorage.clear();
  storeGuest({ clientId: 'guest-1', token: guestToken() });
  fakeApi({ [LIST]: () => problem(401, 'unauthorised') });
  renderAt(<Component />, '/bookings');
  expect(await screen.findByText('Sign in to see your bookings')).toBeInTheDocument();
  expect(screen.queryByText('Failed to load your bookings.')).not.toBeInTheDocument();
  expect(localStorage.getItem('guest_token')).toBeNull();
  expect(localStorage.getItem('guestId')).toBeNull();
});

it('shows a guest what was last seen while there is no network, until they forget the device', async () => {
  vi.setSystemTime('2026-11-23T09:00:00Z');
  const user = userEvent.setup();
  localStorage.clear();
  storeGuest({ clientId: 'guest-1', token: guestToken() });
  const api = fakeApi({ [LIST]: () => ({ json: { items: [booking] } }) });
  const first = renderAt(<Component />);
  await screen.findByText('Leak / tap issue');
  first.unmount();
  api.cut(LIST);
  renderAt(<Component />);
  expect(await screen.findByText(/^Last seen /)).toBeInTheDocument();
  expect(screen.getByText(/Your bookings are brought up to date by themselves/)).toBeInTheDocument();
  expect(screen.queryByText('Failed to load your bookings.')).not.toBeInTheDocument();
  expect(screen.getByText('1 High Street, SW1A 1AA')).toBeInTheDocument();
  act(() => queueMessage(booking.id, 'Second floor'));
  await user.click(screen.getByRole('button', { name: 'Forget this device' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByText(/^1 message is not sent yet\./)).toBeInTheDocument();
  await user.click(dialog.getByRole('button', { name: 'Forget this device' }));
  expect(localStorage.getItem('guest_token')).toBeNull();
  expect(localStorage.getItem('callout.seen-bookings')).toBeNull();
  expect(keysUnder(OUTBOX)).toEqual([]);
});
