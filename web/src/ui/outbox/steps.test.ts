// A step that is pressed with a connection: it is on the device before it is sent, so that nothing is lost when the page ends meanwhile.
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { endSession, startSession } from '@/shared/session';
import { keysUnder, OUTBOX, readStored } from '@/shared/storage';
import { type FakeAnswer, fakeApi, problem } from '@/test/fakeApi';
import { token } from '@/test/token';

const MOVE = 'PUT /api/bookings/C-1';
const JOB = { id: 'C-1', status: 'en_route' };

/** A page of its own, as after a reload. */
async function openPage() {
  vi.resetModules();
  const [steps, items, { startSending }] = await Promise.all([
    import('./steps'),
    import('@/shared/outbox/items'),
    import('./start'),
  ]);
  return { ...steps, ...items, close: startSending(new QueryClient()) };
}

const setOff = (page: Awaited<ReturnType<typeof openPage>>) =>
  page.takeStep('move', 'C-1', { status: 'en_route' });
const stored = () => keysUnder(OUTBOX).map(readStored).join();

beforeEach(() => startSession(token({ role: 'master' })));
afterEach(() => {
  endSession('logout');
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('is kept while it is sent, does not count as waiting, and goes once it is taken', async () => {
  let resolve: (answer: FakeAnswer) => void = () => undefined;
  const api = fakeApi({ [MOVE]: () => new Promise<FakeAnswer>((answer) => (resolve = answer)) });
  const page = await openPage();
  const taken = setOff(page);
  await vi.waitFor(() => expect(api.of(MOVE)).toHaveLength(1));
  expect(stored()).toContain('"en_route"');
  expect(page.waitingSteps()).toEqual([]);
  resolve({ json: JOB });
  expect(await taken).toEqual(JOB);
  expect(stored()).toBe('');
  expect(api.of(MOVE)).toHaveLength(1);
  page.close();
});

it('is sent under its name by the page that is opened after one that ended in the middle of it', async () => {
  const api = fakeApi({ [MOVE]: () => new Promise<FakeAnswer>(() => undefined) });
  const ended = await openPage();
  void setOff(ended);
  await vi.waitFor(() => expect(api.of(MOVE)).toHaveLength(1));
  ended.close();
  api.change(MOVE, () => ({ json: JOB }));
  const page = await openPage();
  await vi.waitFor(() => expect(page.waitingItems()).toEqual([]));
  expect(api.of(MOVE).map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
    expect.any(String),
    api.of(MOVE)[0]?.headers.get('Idempotency-Key'),
  ]);
  page.close();
});

it('is not kept when the server refuses it', async () => {
  fakeApi({ [MOVE]: () => problem(409, 'illegal_transition') });
  const page = await openPage();
  await expect(setOff(page)).rejects.toThrow();
  expect(stored()).toBe('');
  page.close();
});

it('holds back the steps of its job behind it, and nothing else', async () => {
  const page = await openPage();
  const { nextToSend } = await import('@/shared/outbox/sender');
  page.takeInHand(page.newItem('move', 'C-1', { status: 'en_route' }));
  page.queueItem(page.newItem('move', 'C-1', { status: 'in_progress' }));
  expect(nextToSend(page.waitingItems(), page.isStep)).toBeUndefined();
  const other = page.newItem('move', 'C-2', { status: 'en_route' });
  expect(nextToSend([...page.waitingItems(), other], page.isStep)).toBe(other);
  page.close();
});
