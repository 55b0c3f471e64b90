import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { queueMessage } from '@/shared/outbox/messages';
import { endSession, forgetGuest, startSession } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { everythingInView, fakeSockets } from '@/test/fakeSocket';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { booking as pending } from '../testing';
import { Component } from './StatusScreen';

const booking: Booking = {
  ...pending,
  status: 'assigned',
  assigned_master_id: 'm-1',
  assigned_master_name: 'Pat N.',
  assigned_master_phone: '+447700900456',
  chat: 'open',
  unread: 0,
};

beforeEach(() => {
  everythingInView();
  fakeSockets();
});
afterEach(() => {
  endSession('logout');
  forgetGuest();
  vi.unstubAllGlobals();
});

function show(address: string, seen: Partial<Booking>, handlers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    'GET /api/bookings/C-1': () => ({ json: { ...booking, ...seen } }),
    'GET /api/b/guest-link': () => ({ json: { ...booking, ...seen } }),
    'GET /api/bookings/C-1/events': () => ({ json: [] }),
    'GET /api/events/stream/client/C-1': () => new Promise(() => undefined),
    'GET /api/chat/history/C-1': () => ({ json: [] }),
    'POST /api/events/ticket': () => ({ status: 201, json: { ticket: 'ticket' } }),
    ...handlers,
  });
  renderAt(
    <Routes>
      <Route path="/booking/:id" element={<Component />} />
      <Route path="/b/:guestToken" element={<Component />} />
    </Routes>,
    address,
  );
  return api;
}

const chat = () => screen.findByRole('region', { name: 'Chat' });
const unfold = async () => userEvent.click(await screen.findByRole('button', { name: /^Chat with/ }));
const signIn = () => screen.findByRole('link', { name: 'Sign in with a code to chat' });

it('is a line with what is new, until the owner opens it to write to the pro', async () => {
  startSession(token());
  show('/booking/C-1', { unread: 2 });
  expect(await chat()).toHaveTextContent('Chat with Pat N.2 new');
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await unfold();
  expect(await screen.findByRole('textbox', { name: 'Message to Pat N.' })).toBeInTheDocument();
});

it('does not send the pro what was written to another one', async () => {
  startSession(token());
  queueMessage('C-1', 'To the first pro', 'm-0');
  show('/booking/C-1', {});
  expect(await screen.findByText('Not sent. It was written to another pro.')).toBeInTheDocument();
});

it('asks whoever holds only the guest link to sign in', async () => {
  const api = show('/b/guest-link', {});
  expect(await signIn()).toHaveAttribute('href', '/login?role=client&next=%2Fchat%2FC-1');
  expect(screen.getAllByRole('link', { name: 'Call Pat N.' })[0]).toHaveAttribute(
    'href',
    'tel:+447700900456',
  );
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  expect(api.of('GET /api/chat/history/C-1')).toHaveLength(0);
});

it('asks somebody else who opened the guest link to sign in, too', async () => {
  startSession(token({ sub: 'c-2' }));
  show('/b/guest-link', {}, { 'GET /api/chat/history/C-1': () => problem(404, 'not_found') });
  await unfold();
  expect(await signIn()).toBeInTheDocument();
});

it.each([
  ['while there is no pro', '/booking/C-1', { chat: undefined }],
  ['for a share link', '/booking/C-1?t=share-link', {}],
] as const)('is not there %s', async (_, address, seen) => {
  startSession(token());
  const api = show(address, seen as Partial<Booking>);
  expect(await screen.findByText('Your pro has been assigned')).toBeInTheDocument();
  await waitFor(() => expect(api.of('GET /api/bookings/C-1/events').length).toBeGreaterThan(0));
  expect(screen.queryByRole('region', { name: 'Chat' })).not.toBeInTheDocument();
});
