import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { ChatMessage } from '@/api/chat';
import type { Job } from '@/api/jobs';
import { endSession } from '@/shared/session';
import { KEPT_ANSWERS } from '@/shared/storage';
import { everythingInView, fakeSockets } from '@/test/fakeSocket';
import { activePro, fakeStream, openArea, ownJob, STREAM, serverOf } from '../testing';

const HISTORY = `GET /api/chat/history/${ownJob.id}`;
const READ = `POST /api/chat/read/${ownJob.id}`;

const job: Job = { ...ownJob, chat: 'open', unread: 2 };

const message: ChatMessage = {
  type: 'message',
  bookingId: ownJob.id,
  id: 'msg-1',
  fromId: 'c-1',
  toId: 'm-1',
  text: 'Please knock',
  timestamp: '1795428300000',
  status: 'sent',
  read: false,
};

beforeEach(() => {
  everythingInView();
  fakeSockets();
});
afterEach(() => {
  endSession('logout');
  vi.unstubAllGlobals();
});

function server() {
  const stream = fakeStream();
  const api = serverOf(activePro, {
    [STREAM]: stream.open,
    'GET /api/bookings': () => ({ json: { items: [job] } }),
    [`GET /api/bookings/${job.id}`]: () => ({ json: job }),
    [HISTORY]: () => ({ json: [message] }),
    [READ]: () => ({ status: 204 }),
    'POST /api/events/ticket': () => ({ status: 201, json: { ticket: 'ticket' } }),
  });
  return { api, stream };
}

it('counts what is unread in the header, as the stream says, and opens the chats from there', async () => {
  const { api, stream } = server();
  openArea('/master/stream');
  const icon = await screen.findByRole('button', { name: 'Chats' });
  await waitFor(() => expect(api.of(STREAM)).toHaveLength(1));
  stream.send('message', { type: 'message', bookingId: job.id, unread: 2 });
  stream.send('message', { type: 'message', bookingId: 'C-2', unread: 1 });
  await waitFor(() => expect(icon).toHaveAccessibleName('Chats, 3 new'));
  stream.send('message', { type: 'message', bookingId: 'C-2', unread: 0 });
  await waitFor(() => expect(icon).toHaveAccessibleName('Chats, 2 new'));

  await userEvent.click(icon);
  const chats = within(screen.getByRole('dialog', { name: 'Chats' }));
  await userEvent.click(await chats.findByRole('button', { name: /^Ada.*2 new messages$/ }));
  const chat = within(screen.getByRole('dialog', { name: 'Chat with Ada' }));
  expect(await chat.findByText('Please knock')).toBeInTheDocument();
  expect(chat.getByRole('link', { name: 'Call Ada' })).toHaveAttribute('href', 'tel:+447911123456');
  await waitFor(() => expect(api.of(READ).map(({ body }) => body)).toEqual([{ id: 'msg-1' }]));
  expect(api.of(READ)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
  await userEvent.click(chat.getByRole('button', { name: 'All chats' }));
  expect(screen.getByRole('dialog', { name: 'Chats' })).toBeInTheDocument();
});

it('opens the chat of one job from its page', async () => {
  server();
  openArea(`/master/booking/${job.id}`);
  await userEvent.click(await screen.findByRole('button', { name: 'Chat (2 new)' }));
  expect(
    await within(screen.getByRole('dialog', { name: 'Chat with Ada' })).findByText('Please knock'),
  ).toBeInTheDocument();
});

it('can be read without a network, as it was last seen', async () => {
  const { api } = server();
  api.change(`GET /api/bookings/${job.id}`, () => ({ json: { ...job, chat: 'read_only' } }));
  const read = async () => {
    const { unmount } = openArea('/master/stream');
    await userEvent.click(await screen.findByRole('button', { name: /^Chats/ }));
    await userEvent.click(
      await within(screen.getByRole('dialog', { name: 'Chats' })).findByRole('button', { name: /^Ada/ }),
    );
    const chat = within(screen.getByRole('dialog', { name: 'Chat with Ada' }));
    expect(await chat.findByText('Please knock')).toBeInTheDocument();
    return unmount;
  };
  (await read())();
  for (const route of [HISTORY, 'GET /api/bookings', 'GET /api/masters/me']) api.cut(route);
  const unmount = await read();
  unmount();
  endSession('logout');
  expect(localStorage.getItem(KEPT_ANSWERS) ?? '').not.toContain('Please knock');
});

it('says in the list of jobs how much is new', async () => {
  server();
  openArea('/master/bookings');
  expect(await screen.findByText('2 new messages')).toBeInTheDocument();
});

it('lists completed jobs whose chat still goes on or holds something new, after the active ones', async () => {
  const { api } = server();
  const done = (id: string, change: Partial<Job>): Job => ({
    ...job,
    id,
    status: 'completed',
    customer_first_name: id,
    unread: 0,
    ...change,
  });
  const completed = [
    done('Open', { chat: 'open' }),
    done('Over', { chat: 'read_only' }),
    done('Unread', { chat: 'read_only', unread: 1 }),
    job,
  ];
  api.change('GET /api/bookings', ({ query }) => ({
    json: { items: query.get('filter') === 'completed' ? completed : [job] },
  }));
  openArea('/master/stream');
  await userEvent.click(await screen.findByRole('button', { name: /^Chats/ }));
  const chats = within(screen.getByRole('dialog', { name: 'Chats' }));
  const rows = await chats.findAllByRole('listitem');
  expect(rows.map((row) => row.querySelector('strong')?.textContent)).toEqual(['Ada', 'Open', 'Unread']);
});
