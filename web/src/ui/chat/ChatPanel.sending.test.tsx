import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { queueMessage, waitingMessages } from '@/shared/chatOutbox';
import { connected, messagesSent, refuse, show, shown, sockets, write } from './panelTesting';
import { own } from './testing';

it('keeps a message without a connection, over a reload, and sends it again until it is acknowledged', async () => {
  const first = await show();
  await write('Hello');
  expect(shown().getByText('Sending…')).toBeInTheDocument();
  await waitFor(() => expect(sockets).toHaveLength(1));
  first.unmount();
  await show();
  expect(shown().getByText('Hello')).toBeInTheDocument();
  const socket = await connected(2);
  await waitFor(() => expect(messagesSent(socket)).toEqual(['Hello']));
  // The acknowledgement is lost with the connection.
  act(() => socket.cut());
  await vi.advanceTimersByTimeAsync(1500);
  const next = await connected(3);
  await waitFor(() => expect(next.sent.filter(({ type }) => type === 'message')).toEqual(socket.sent));
  act(() => next.tell(own('Hello', String(next.sent[0]?.clientId))));
  expect(shown().getAllByRole('listitem')).toHaveLength(1);
  expect(waitingMessages()).toEqual([]);
});

it('says why a message was refused, and lets its writer decide', async () => {
  await show();
  const socket = await connected();
  await write('Hello');
  const ended = { code: 'chat_closed', text: 'This chat has ended.' };
  refuse(socket, ended);
  expect(shown().getByText('Not sent. This chat has ended.')).toHaveRole('status');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(messagesSent(socket)).toEqual(['Hello', 'Hello']);
  refuse(socket, ended);
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
  expect(shown().queryByText('Hello')).not.toBeInTheDocument();
});

it('does not send to one pro what was written to another, unless its writer wants that', async () => {
  queueMessage('C-1', 'To the first pro', 'm-1');
  await show([], { proId: 'm-2' });
  const socket = await connected();
  expect(shown().getByText('Not sent. It was written to another pro.')).toBeInTheDocument();
  await write('To the second');
  expect(messagesSent(socket)).toEqual(['To the second']);
  await userEvent.click(shown().getByRole('button', { name: 'Try again' }));
  expect(messagesSent(socket)).toEqual(['To the second', 'To the first pro']);
});

it('says of what still waits when the chat has ended that it was not sent', async () => {
  queueMessage('C-1', 'Too late');
  await show([], { state: 'read_only' });
  expect(shown().getByText('Not sent. This chat has ended.')).toBeInTheDocument();
  expect(shown().queryByText('Sending…')).not.toBeInTheDocument();
  expect(shown().queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await userEvent.click(shown().getByRole('button', { name: 'Delete' }));
  expect(waitingMessages()).toEqual([]);
});

it('waits as long as the server asks after too many messages, and keeps their order', async () => {
  await show();
  const socket = await connected();
  await write('One');
  refuse(socket, { code: 'too_many_requests', text: 'Too many requests.', retryAfter: 5 });
  await write('Two');
  expect(messagesSent(socket)).toEqual(['One']);
  expect(shown().getAllByText('Sending…')).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(5200);
  expect(messagesSent(socket)).toEqual(['One', 'One', 'Two']);
});
