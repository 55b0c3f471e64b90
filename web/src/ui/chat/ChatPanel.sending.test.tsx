import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { noteReached } from '@/shared/connection';
import { queueMessage, waitingMessages } from '@/shared/outbox/messages';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { messagesSent, SEND, show, shown, stored, write } from './panelTesting';

const cut = (): FakeAnswer => {
  throw new TypeError('Failed to fetch');
};
const ended = () => problem(409, 'chat_closed', { detail: 'This chat has ended.' });

it('keeps a message without a connection, over a reload, and sends it again until it is acknowledged', async () => {
  const first = await show([], {}, { [SEND]: cut });
  await write('Hello');
  expect(shown().getByText('Sending…')).toBeInTheDocument();
  await waitFor(() => expect(messagesSent(first.api)).toEqual(['Hello']));
  first.unmount();
  noteReached();
  // The acknowledgement is lost.
  const { api } = await show([], {}, { [SEND]: cut });
  expect(shown().getByText('Hello')).toBeInTheDocument();
  await waitFor(() => expect(messagesSent(api)).toContain('Hello'));
  api.change(SEND, stored);
  noteReached();
  expect(await shown().findByText('Sent')).toBeInTheDocument();
  for (const { body } of api.of(SEND)) expect(body).toEqual(first.api.of(SEND)[0]?.body);
  expect(shown().getAllByRole('listitem')).toHaveLength(1);
  expect(waitingMessages()).toEqual([]);
});

it('says why a message was refused, and lets its writer decide', async () => {
  const { api } = await show([], {}, { [SEND]: ended });
  await write('Hello');
  expect(await shown().findByText('Not sent. This chat has ended.')).toHaveRole('status');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(messagesSent(api)).toEqual(['Hello', 'Hello']));
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
  expect(shown().queryByText('Hello')).not.toBeInTheDocument();
});

it('does not send to one pro what was written to another, unless its writer wants that', async () => {
  const moved = { 'm-1': () => problem(409, 'other_pro', { detail: 'It was written to another pro.' }) };
  queueMessage('C-1', 'To the first pro', 'm-1');
  const { api } = await show(
    [],
    { proId: 'm-2' },
    { [SEND]: (call) => ((call.body as { toId: string }).toId === 'm-1' ? moved['m-1']() : stored(call)) },
  );
  expect(await shown().findByText('Not sent. It was written to another pro.')).toBeInTheDocument();
  await write('To the second');
  expect(await shown().findByText('Sent')).toBeInTheDocument();
  await userEvent.click(shown().getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(messagesSent(api).at(-1)).toBe('To the first pro'));
  expect(api.of(SEND).at(-1)?.body).toMatchObject({ toId: 'm-2' });
});

it('says of what still waits when the chat has ended that it was not sent', async () => {
  queueMessage('C-1', 'Too late');
  await show([], { state: 'read_only' }, { [SEND]: ended });
  expect(shown().getByText('Not sent. This chat has ended.')).toBeInTheDocument();
  expect(shown().queryByText('Sending…')).not.toBeInTheDocument();
  expect(shown().queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  await userEvent.click(shown().getByRole('button', { name: 'Delete' }));
  expect(waitingMessages()).toEqual([]);
});

it('waits as long as the server asks after too many messages, and keeps their order', async () => {
  const tooMany = () => ({ ...problem(429, 'too_many_requests'), headers: { 'Retry-After': '5' } });
  const { api } = await show([], {}, { [SEND]: tooMany });
  await write('One');
  await waitFor(() => expect(messagesSent(api)).toEqual(['One']));
  await write('Two');
  expect(shown().getAllByText('Sending…')).toHaveLength(2);
  expect(messagesSent(api)).toEqual(['One']);
  api.change(SEND, stored);
  await vi.advanceTimersByTimeAsync(5200);
  await waitFor(() => expect(messagesSent(api)).toEqual(['One', 'One', 'Two']));
});
