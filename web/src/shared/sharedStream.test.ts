import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { FakeStream } from '@/test/fakeStream';
import { fakeTabs } from '@/test/fakeTabs';
import { openSharedStream } from './sharedStream';

const URL = '/api/events/notify/user/c-1';

let connections: FakeStream[];
/** What the next connections get instead of a stream. */
let refusals: number[];
let tabs: ReturnType<typeof fakeTabs>;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  connections = [];
  refusals = [];
  tabs = fakeTabs();
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    const headers = new Headers(init.headers);
    const call = {
      route: URL,
      query: new URLSearchParams(),
      body: null,
      headers,
      signal: init.signal ?? null,
    };
    const stream = new FakeStream(call);
    connections.push(stream);
    const status = refusals.shift();
    if (status) return new Response(null, { status });
    return new Response(stream.body, { headers: { 'Content-Type': 'text/event-stream' } });
  });
});
afterEach(() => {
  tabs.withoutLocks();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const wait = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const live = () => connections.filter(({ call }) => !call.signal?.aborted);

/** A tab with the stream open, and what it has heard. */
async function openTab({ after, person = 'c-1' }: { after?: string; person?: string } = {}) {
  const heard: string[] = [];
  /** What the events named 'message' said. */
  const told: string[] = [];
  const states: (string | number)[] = [];
  const close = openSharedStream({
    person,
    url: URL,
    headers: () => ({}),
    backOff: () => 1000,
    lastEventId: after,
    onEvent: ({ id, event, data }) => {
      heard.push(`${event} ${id ?? ''}`.trim());
      if (event === 'message') told.push(data);
    },
    onState: (state, status) => states.push(status ?? state),
  });
  await wait(0);
  return { heard, told, states, close };
}

it('reads one stream for all tabs', async () => {
  const first = await openTab({ after: '4' });
  const second = await openTab({ after: '4' });
  connections[0]?.send('assigned', {}, 5);
  connections[0]?.send('wave', {});
  await wait(0);
  expect(connections).toHaveLength(1);
  for (const tab of [first, second]) {
    expect(tab.heard).toEqual(['assigned 5', 'wave']);
    expect(tab.states.at(-1)).toBe('open');
  }
});

it('has a stream for each person', async () => {
  await openTab();
  await openTab({ person: 'c-2' });
  expect(connections).toHaveLength(2);
});

it('tells a tab that joins later what it has missed', async () => {
  await openTab({ after: '4' });
  for (const seq of [5, 6, 7]) connections[0]?.send('updated', {}, seq);
  await wait(0);
  const late = await openTab({ after: '5' });
  const fresh = await openTab();
  expect(late.heard).toEqual(['updated 6', 'updated 7']);
  expect(fresh.heard).toEqual([]);
  expect(connections).toHaveLength(1);
});

it('tells a tab that joins later what is unread, as the server last said', async () => {
  await openTab();
  const [one, two] = [
    { bookingId: 'C-1', unread: 1 },
    { bookingId: 'C-2', unread: 1 },
  ];
  for (const data of [one, two, { ...one, unread: 2 }]) connections[0]?.send('message', data);
  await wait(0);
  const late = await openTab();
  expect(late.told.map((data) => JSON.parse(data))).toEqual([{ ...one, unread: 2 }, two]);
  // A new connection begins with what is unread then.
  connections[0]?.cut();
  await wait(1000);
  connections[1]?.send('message', two);
  await wait(0);
  const later = await openTab();
  expect(later.told.map((data) => JSON.parse(data))).toEqual([two]);
});

it('gives a tab its own stream when what it missed is from before', async () => {
  await openTab({ after: '4' });
  const behind = await openTab({ after: '2' });
  expect(connections).toHaveLength(2);
  expect(connections[1]?.call.headers.get('Last-Event-ID')).toBe('2');
  for (const seq of [3, 4]) connections[1]?.send('updated', {}, seq);
  connections[0]?.send('updated', {}, 5);
  connections[1]?.send('updated', {}, 5);
  await wait(0);
  expect(behind.heard).toEqual(['updated 3', 'updated 4', 'updated 5']);
});

it('is taken over by another tab after the last event, once the reading one closes', async () => {
  const first = await openTab({ after: '4' });
  const [second, third] = [await openTab({ after: '4' }), await openTab({ after: '4' })];
  connections[0]?.send('assigned', {}, 5);
  await wait(0);
  first.close();
  await wait(0);
  expect(live()).toHaveLength(1);
  expect(connections[1]?.call.headers.get('Last-Event-ID')).toBe('5');
  connections[1]?.send('en_route', {}, 6);
  await wait(0);
  for (const tab of [second, third]) expect(tab.heard).toEqual(['assigned 5', 'en_route 6']);
  expect(first.heard).toEqual(['assigned 5']);
  second.close();
  third.close();
  await wait(0);
  expect(live()).toHaveLength(0);
});

it('passes on that the connection is lost, and back', async () => {
  await openTab({ after: '4' });
  const second = await openTab({ after: '4' });
  connections[0]?.cut();
  await wait(0);
  expect(second.states.at(-1)).toBe('lost');
  await wait(1000);
  expect(second.states.at(-1)).toBe('open');
  expect(connections).toHaveLength(2);
});

it('is taken from a tab that says nothing any more', async () => {
  const frozen = await openTab({ after: '4' });
  const second = await openTab({ after: '4' });
  tabs.freeze(0);
  // The server's heartbeat keeps the old connection open meanwhile.
  for (let beat = 0; beat < 3; beat += 1) {
    await wait(14_000);
    connections[0]?.beat();
  }
  await wait(12_000);
  expect(connections).toHaveLength(2);
  expect(live()).toHaveLength(1);
  connections[1]?.send('assigned', {}, 5);
  await wait(0);
  expect(second.heard).toEqual(['assigned 5']);
  expect(frozen.heard).toEqual([]);
});

it('stays with a tab that has nothing to tell', async () => {
  await openTab({ after: '4' });
  await openTab({ after: '4' });
  for (let beat = 0; beat < 10; beat += 1) {
    await wait(15_000);
    connections[0]?.beat();
  }
  expect(connections).toHaveLength(1);
});

it('stays with a tab in the background, whose timers hardly run, as long as it answers', async () => {
  vi.spyOn(globalThis, 'setInterval').mockReturnValueOnce(setTimeout(() => undefined));
  await openTab({ after: '4' });
  const second = await openTab({ after: '4' });
  for (let minute = 0; minute < 10; minute += 1) {
    for (let beat = 0; beat < 4; beat += 1) {
      await wait(15_000);
      connections[0]?.beat();
    }
  }
  expect(connections).toHaveLength(1);
  connections[0]?.send('assigned', {}, 5);
  await wait(0);
  expect(second.heard).toEqual(['assigned 5']);
});

it('is refused to each tab by itself', async () => {
  refusals = [401, 401];
  const first = await openTab({ after: '4' });
  const second = await openTab({ after: '4' });
  await wait(120_000);
  expect([first.states.at(-1), second.states.at(-1)]).toEqual([401, 401]);
  expect(connections).toHaveLength(2);
});

it('has a stream for each tab in a browser without Web Locks', async () => {
  tabs.withoutLocks();
  const tabsWithout = [await openTab(), await openTab()];
  expect(connections).toHaveLength(2);
  connections[0]?.send('assigned', {}, 5);
  await wait(0);
  expect(tabsWithout.map(({ heard }) => heard)).toEqual([['assigned 5'], []]);
});
