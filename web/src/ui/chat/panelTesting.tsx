// What the tests of the chat's panel begin with: the client 'c-1' is signed in, and the sockets are fakes. Importing this sets them up.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import type { ChatMessage } from '@/api/chat';
import { noteReached } from '@/shared/connection';
import { endSession, startSession } from '@/shared/session';
import { type FakeAnswer, type FakeCall, fakeApi } from '@/test/fakeApi';
import { everythingInView, type FakeSocket, fakeSockets } from '@/test/fakeSocket';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { ChatPanel, type ChatPanelProps } from './ChatPanel';
import { own } from './testing';

export const HISTORY = 'GET /api/chat/history/C-1';
export const SEND = 'POST /api/chat/messages/C-1';
export const READ = 'POST /api/chat/read/C-1';
export const TICKET = 'POST /api/events/ticket';
export const LOST = 'Connection lost. Reconnecting…';

export let sockets: FakeSocket[] = [];
let tickets = 0;

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-23T10:05:00Z') });
  startSession(token({ sub: 'c-1' }));
  sockets = fakeSockets();
  tickets = 0;
  everythingInView();
});
afterEach(() => {
  endSession('logout');
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  noteReached();
});

type Handlers = Record<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>;

/** Neither arrives nor fails. */
export const onItsWay = () => new Promise<FakeAnswer>(() => undefined);

/** The server stores it. */
export function stored({ body }: FakeCall): FakeAnswer {
  const { text, clientId } = body as { text: string; clientId: string };
  return { json: own(text, clientId) };
}

export async function show(
  history: ChatMessage[] = [],
  props: Partial<ChatPanelProps> = {},
  handlers: Handlers = {},
) {
  const api = fakeApi({
    [HISTORY]: () => ({ json: history }),
    [SEND]: stored,
    [READ]: () => ({ status: 204 }),
    [TICKET]: () => ({ status: 201, json: { ticket: `ticket-${++tickets}` } }),
    ...handlers,
  });
  const page = renderAt(<ChatPanel bookingId="C-1" state="open" peer="Ada L." {...props} />);
  await screen.findByRole('log');
  return { api, ...page };
}

/** The newest connection, once it is made. */
export async function connected(count = 1): Promise<FakeSocket> {
  await waitFor(() => expect(sockets).toHaveLength(count));
  const socket = sockets[count - 1] as FakeSocket;
  act(() => socket.open());
  return socket;
}

export const field = () => screen.getByRole('textbox', { name: 'Message to Ada L.' });
export const shown = () => within(screen.getByRole('region', { name: 'Messages with Ada L.' }));
export const write = async (text: string) => {
  await userEvent.type(field(), text);
  await userEvent.click(screen.getByRole('button', { name: 'Send' }));
};

/** What a screen reader says from now on: the text of whatever is added to the log. */
export function listen(): string[] {
  const heard: string[] = [];
  const observer = new MutationObserver((changes) => {
    const added = changes.flatMap(({ addedNodes }) => [...addedNodes].map((node) => node.textContent ?? ''));
    heard.push(...added.filter((text) => text !== ''));
  });
  observer.observe(screen.getByRole('log'), { childList: true, subtree: true });
  return heard;
}

/** What was sent so far. */
export const messagesSent = (api: ReturnType<typeof fakeApi>) =>
  api.of(SEND).map(({ body }) => (body as { text: string }).text);
