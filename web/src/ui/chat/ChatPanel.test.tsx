import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { waitingMessages } from '@/shared/outbox/messages';
import { type FakeAnswer, fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { ChatPanel } from './ChatPanel';
import {
  connected,
  field,
  HISTORY,
  LOST,
  listen,
  messagesSent,
  onItsWay,
  READ,
  SEND,
  show,
  shown,
  sockets,
  TICKET,
  write,
} from './panelTesting';
import { message, own } from './testing';

it('shows what was written, tells that it was read, and opens its socket with a ticket', async () => {
  const { api } = await show([
    own('Is 10 fine?', 'k-1', { read: true, status: 'read' }),
    message('Yes'),
    own('Good', 'k-2'),
  ]);
  const rows = shown().getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    'You: Is 10 fine?10:00Read',
    'Ada L.: Yes10:00',
    'You: Good10:00Sent',
  ]);
  expect(screen.getByText('Numbers and emails are hidden in chat. Use Call.')).toBeInTheDocument();
  await waitFor(() => expect(api.of(READ).map(({ body }) => body)).toEqual([{ id: 'msg-Yes' }]));
  const socket = await connected();
  expect(socket.address.protocol).toMatch(/^wss?:$/);
  expect(socket.address.pathname).toBe('/api/chat/ws');
  expect(Object.fromEntries(socket.address.searchParams)).toEqual({ bookingId: 'C-1', ticket: 'ticket-1' });
});

it('shows a message while it is on its way, and then as it is stored', async () => {
  let answer: (answer: FakeAnswer) => void = () => undefined;
  const { api } = await show([], {}, { [SEND]: () => new Promise((done) => (answer = done)) });
  const socket = await connected();
  await write('Call 07700 900123');
  expect(shown().getByText('Sending…')).toBeInTheDocument();
  expect(field()).toHaveValue('');
  expect(field()).toHaveFocus();
  await waitFor(() => expect(messagesSent(api)).toEqual(['Call 07700 900123']));
  const [{ clientId = '' } = {}] = waitingMessages();
  expect(api.of(SEND)[0]?.body).toMatchObject({ clientId });
  answer({ json: own('Call •••', clientId) });
  expect(await shown().findByText('Call •••')).toBeInTheDocument();
  expect(shown().getByText('Sent')).toBeInTheDocument();
  expect(shown().queryByText('Sending…')).not.toBeInTheDocument();
  expect(waitingMessages()).toEqual([]);
  act(() =>
    socket.tell({
      type: 'status',
      bookingId: 'C-1',
      id: 'msg-Call •••',
      fromId: 'm-1',
      toId: 'c-1',
      status: 'read',
      read: true,
    }),
  );
  expect(await shown().findByText('Read')).toBeInTheDocument();
});

it('has each message read out once, one’s own when it has been sent', async () => {
  await show([message('Hello')], {}, { [SEND]: onItsWay });
  const socket = await connected();
  const heard = listen();
  await write('Is 10 fine?');
  expect(shown().getByText('Sending…')).toBeInTheDocument();
  const stored = own('Is 10 fine?', String(waitingMessages()[0]?.clientId));
  act(() => socket.tell(stored));
  act(() => socket.tell(message('Yes')));
  // It comes a second time, read, with the history of the next connection.
  act(() => socket.tell({ ...stored, read: true, status: 'read' }));
  expect(await shown().findByText('Read')).toBeInTheDocument();
  await waitFor(() => expect(heard).toEqual(['You: Is 10 fine?10:00Sent', 'Ada L.: Yes10:00']));
});

it('says that the connection is lost, backs off, and takes a new ticket each time', async () => {
  const { api } = await show();
  const socket = await connected();
  expect(screen.queryByText(LOST)).not.toBeInTheDocument();
  act(() => socket.cut());
  expect(await screen.findByText(LOST)).toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(1200);
  await waitFor(() => expect(sockets).toHaveLength(2));
  act(() => sockets[1]?.cut());
  await vi.advanceTimersByTimeAsync(1200);
  expect(sockets).toHaveLength(2);
  await vi.advanceTimersByTimeAsync(1000);
  const back = await connected(3);
  expect(back.address.searchParams.get('ticket')).toBe('ticket-3');
  await waitFor(() => expect(screen.queryByText(LOST)).not.toBeInTheDocument());
  expect(api.of(HISTORY).length).toBeGreaterThan(1);
});

it('asks for nothing at once when the server has ended it, and comes back if it is still wanted', async () => {
  const { api } = await show();
  const socket = await connected();
  await waitFor(() => expect(api.of(HISTORY)).toHaveLength(2));
  act(() => socket.cut(1008, 'over'));
  await vi.advanceTimersByTimeAsync(4500);
  expect(sockets).toHaveLength(1);
  expect(api.of(HISTORY)).toHaveLength(2);
  expect(screen.queryByText(LOST)).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(1000);
  await connected(2);
});

it('takes a connection that answers nothing for broken', async () => {
  await show();
  const socket = await connected();
  await write('Hello');
  await vi.advanceTimersByTimeAsync(11_000);
  expect(socket.readyState).toBe(3);
  await connected(2);
});

/** A booking that goes to another pro. */
function Reassigned() {
  const [proId, setProId] = useState('m-1');
  return (
    <>
      <ChatPanel key={proId} bookingId="C-1" proId={proId} state="open" peer="Ada L." />
      <button type="button" onClick={() => setProId('m-2')}>
        Reassign
      </button>
    </>
  );
}

it('does not show the conversation with one pro under the name of the next', async () => {
  const api = fakeApi({
    [HISTORY]: () => ({ json: [message('From the first pro', { read: true })] }),
    [TICKET]: () => ({ status: 201, json: { ticket: 'ticket' } }),
  });
  renderAt(<Reassigned />);
  expect(await screen.findByText('From the first pro')).toBeInTheDocument();
  api.change(HISTORY, () => new Promise(() => undefined));
  await userEvent.click(screen.getByRole('button', { name: 'Reassign' }));
  expect(screen.getByText('Loading the messages')).toBeInTheDocument();
  expect(screen.queryByText('From the first pro')).not.toBeInTheDocument();
});

it('takes 2,000 characters and says so beside the field', async () => {
  const { api } = await show();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(field()).toHaveAccessibleDescription(expect.stringContaining('Write a message first.'));
  await userEvent.click(field());
  await userEvent.paste('é'.repeat(2001));
  expect(screen.getByText('-1 left')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  expect(field()).toHaveAccessibleDescription(expect.stringContaining('Use at most 2,000 characters.'));
  expect(field()).toBeInvalid();
  expect(messagesSent(api)).toEqual([]);
  await userEvent.type(field(), '{Backspace}');
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(messagesSent(api)).toEqual(['é'.repeat(2000)]));
});

it('sends with Enter at a desk, and begins a new line with Shift+Enter', async () => {
  const { api } = await show();
  await userEvent.type(field(), 'One{Shift>}{Enter}{/Shift}two{Enter}');
  await waitFor(() => expect(messagesSent(api)).toEqual(['One\ntwo']));
});

it('shows for a moment that the other side is typing, and tells of one’s own typing now and then', async () => {
  await show();
  const socket = await connected();
  act(() => socket.tell({ type: 'typing', bookingId: 'C-1', fromId: 'm-1', toId: 'c-1' }));
  expect(screen.getByText('Ada L. is typing…')).toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(1600));
  expect(screen.queryByText('Ada L. is typing…')).not.toBeInTheDocument();
  await userEvent.type(field(), 'abc');
  const signs = () => socket.sent.filter(({ type }) => type === 'typing').length;
  expect(signs()).toBe(1);
  await vi.advanceTimersByTimeAsync(1600);
  await userEvent.type(field(), 'd');
  expect(signs()).toBe(2);
});

it('can only be read when it has ended', async () => {
  await show([message('Thank you')], { state: 'read_only' });
  expect(shown().getByText('Thank you')).toBeInTheDocument();
  expect(screen.getByText('This chat has ended.')).toBeInTheDocument();
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
  await vi.advanceTimersByTimeAsync(2000);
  expect(sockets).toHaveLength(0);
});

it('loads earlier messages in front', async () => {
  const page = Array.from({ length: 200 }, (_, number) => message(`Text ${number}`));
  const { api } = await show(page);
  api.change(HISTORY, () => ({ json: [message('The first')] }));
  await userEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
  expect(await shown().findByText('The first')).toBeInTheDocument();
  expect(api.of(HISTORY).at(-1)?.query.get('before')).toBe('msg-Text 0');
  expect(shown().getAllByRole('listitem')[0]).toHaveTextContent('The first');
  expect(screen.queryByRole('button', { name: 'Earlier messages' })).not.toBeInTheDocument();
});

it('gives the focus of a button that goes to the messages, and keeps the place in them', async () => {
  // 20 pixels for each message.
  vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockImplementation(function height(this: Element) {
    return this.querySelectorAll('li').length * 20;
  });
  const page = Array.from({ length: 200 }, (_, number) => message(`Text ${number}`));
  const { api } = await show(page);
  const messages = screen.getByRole('region', { name: 'Messages with Ada L.' });
  expect(messages.scrollTop).toBe(4000);
  messages.scrollTop = 100;
  fireEvent.scroll(messages);
  api.change(HISTORY, () => ({ json: [message('The first'), message('The second')] }));
  await userEvent.click(screen.getByRole('button', { name: 'Earlier messages' }));
  expect(await shown().findByText('The first')).toBeInTheDocument();
  expect(messages.scrollTop).toBe(140);
  await waitFor(() => expect(messages).toHaveFocus());
});

it('gives way to something else for whoever is not let in', async () => {
  fakeApi({ [HISTORY]: () => problem(404, 'not_found') });
  renderAt(<ChatPanel bookingId="C-1" state="open" peer="Ada L." fallback={<p>Sign in</p>} />);
  expect(await screen.findByText('Sign in')).toBeInTheDocument();
  expect(sockets).toHaveLength(0);
});

it('asks again for messages that failed to load, and marks them as read', async () => {
  const api = fakeApi({
    [HISTORY]: () => problem(500, 'internal'),
    [TICKET]: () => ({ status: 201, json: { ticket: 'ticket' } }),
    [READ]: () => ({ status: 204 }),
  });
  renderAt(<ChatPanel bookingId="C-1" state="open" peer="Ada L." />);
  expect(await screen.findByText('Failed to load the messages.')).toBeInTheDocument();
  // What is written meanwhile waits.
  expect(field()).toBeInTheDocument();
  api.change(HISTORY, () => ({ json: [message('Hello')] }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Hello')).toBeInTheDocument();
  await waitFor(() => expect(api.of(READ).map(({ body }) => body)).toEqual([{ id: 'msg-Hello' }]));
});
