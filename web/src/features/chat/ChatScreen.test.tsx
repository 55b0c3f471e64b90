import { screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { queueMessage } from '@/shared/outbox/messages';
import { endSession, startSession } from '@/shared/session';
import { fakeApi } from '@/test/fakeApi';
import { everythingInView, fakeSockets } from '@/test/fakeSocket';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { booking as pending } from '../my-bookings/testing';
import { Component } from './ChatScreen';

const booking: Booking = {
  ...pending,
  status: 'assigned',
  assigned_master_id: 'm-2',
  assigned_master_name: 'Pat N.',
  chat: 'open',
  unread: 0,
};

beforeEach(() => {
  everythingInView();
  fakeSockets();
});
afterEach(() => {
  endSession('logout');
  vi.unstubAllGlobals();
});

it('does not send the pro what the client wrote to another one', async () => {
  startSession(token());
  queueMessage('C-1', 'To the first pro', 'm-1');
  queueMessage('C-1', 'To this one', 'm-2');
  fakeApi({
    'GET /api/bookings/C-1': () => ({ json: booking }),
    'GET /api/chat/history/C-1': () => ({ json: [] }),
    'POST /api/events/ticket': () => ({ status: 201, json: { ticket: 'ticket' } }),
  });
  renderAt(
    <Routes>
      <Route path="/chat/:id" element={<Component />} />
    </Routes>,
    '/chat/C-1',
  );
  expect(await screen.findByText('Not sent. It was written to another pro.')).toBeInTheDocument();
  expect(screen.getAllByText('Sending…')).toHaveLength(1);
});
