// A pro in a basement: what this device keeps, what waits on it, and what is asked when the server does not want something.
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '@/api/jobs';
import { noteReached, noteUnreachable } from '@/shared/connection';
import { noteRefusal, waitingItems } from '@/shared/outbox/items';
import { queueMessage } from '@/shared/outbox/messages';
import { endSession } from '@/shared/session';
import { forgetClock } from '@/shared/session/clock';
import { KEPT_ANSWERS, keysUnder, OUTBOX } from '@/shared/storage';
import { type FakeAnswer, type FakeCall, problem } from '@/test/fakeApi';
import { fakeXhr } from '@/test/fakeXhr';
import { renderAt } from '@/test/render';
import { LogOutDialog, logOut } from '@/ui/logOut';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const PATH = `/master/booking/${ownJob.id}`;
const JOB = `GET /api/bookings/${ownJob.id}`;
const MOVE = `PUT /api/bookings/${ownJob.id}`;
const UPLOAD = 'POST /api/uploads';
const DAY = 24 * 60 * 60 * 1000;
const photo = new File(['x'], 'tap.jpg', { type: 'image/jpeg' });
const cut = (): FakeAnswer => {
  throw new TypeError('Failed to fetch');
};

beforeEach(() => {
  fakeXhr();
});
afterEach(() => {
  endSession('logout');
  noteReached();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const button = (name: string | RegExp) => screen.queryByRole('button', { name });
const steps = () => within(screen.getByRole('region', { name: /not sent yet$/ })).getAllByRole('listitem');

/** The page of a job, without a network from then on. */
async function inBasement(job: Job = ownJob) {
  let now = job;
  const moved = ({ body }: FakeCall) => {
    now = { ...now, ...(body as object) };
    return { json: now };
  };
  const api = serverOf(activePro, { [JOB]: () => ({ json: now }), [MOVE]: cut, [UPLOAD]: cut });
  const page = openArea(PATH);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return {
    api,
    ...page,
    /** The steps that were sent. */
    moves: () => api.of(MOVE).map(({ body }) => body),
    /** The network is there again, and the server answers a step so. */
    back: (answer: (call: FakeCall) => FakeAnswer | Promise<FakeAnswer> = moved) => {
      api.change(MOVE, answer);
      api.change(UPLOAD, () => ({ status: 201, json: { photo_url: '/api/files/1' } }));
      act(noteReached);
    },
  };
}

/** The job is on another day than today, whichever that is. */
async function setOff() {
  await press('On my way');
  await press('Start now');
}

async function begin(code: string) {
  await press('Start work');
  await userEvent.type(screen.getByLabelText('Start code'), code);
  await press('Check and begin');
}

async function finish() {
  await press('Mark as done');
  await userEvent.upload(screen.getByLabelText('File: photo'), photo);
  await screen.findByText('On this device');
  await press('Finish the job');
}

it('lets a whole visit be done without a network, and sends it once, in order, with its times', async () => {
  const { api, moves, back } = await inBasement();
  await setOff();
  expect(await screen.findByText('1 step is not sent yet')).toBeInTheDocument();
  await begin('0042');
  await finish();
  await waitFor(() => expect(steps()).toHaveLength(3));
  expect(steps().map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^On my way/),
    expect.stringMatching(/^Start work/),
    expect.stringMatching(/^Mark as done, 1 photo/),
  ]);
  const tried = moves().length;
  back();
  await waitFor(() => expect(waitingItems()).toEqual([]));
  const sent = api.of(MOVE).slice(tried);
  expect(sent.map(({ body }) => body)).toMatchObject([
    { status: 'en_route' },
    { status: 'in_progress', startCode: '0042' },
    { status: 'completed', photos: ['/api/files/1'] },
  ]);
  expect(new Set(sent.map(({ headers }) => headers.get('Idempotency-Key'))).size).toBe(3);
  for (const { body } of sent)
    expect(Math.abs(Date.parse((body as { happenedAt: string }).happenedAt) - Date.now())).toBeLessThan(
      60_000,
    );
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).not.toBeInTheDocument());
});

it('tells when a step was taken by the server’s clock, though this device’s is a day off', async () => {
  forgetClock();
  const now = Date.now;
  const { api, moves, back } = await inBasement();
  vi.spyOn(Date, 'now').mockImplementation(() => now() + DAY);
  await setOff();
  await screen.findByText('1 step is not sent yet');
  const pressed = now();
  api.change('GET /healthz', () => ({ headers: { Date: new Date(now()).toUTCString() } }));
  back();
  await waitFor(() => expect(waitingItems()).toEqual([]));
  const { happenedAt } = moves().at(-1) as { happenedAt: string };
  expect(Math.abs(Date.parse(happenedAt) - pressed)).toBeLessThan(60_000);
});

it('takes back on this device what has not been sent', async () => {
  const { moves, back } = await inBasement();
  await setOff();
  await screen.findByText('1 step is not sent yet');
  const tried = moves().length;
  await press('Undo On my way');
  expect(button('On my way')).toBeInTheDocument();
  expect(waitingItems()).toEqual([]);
  back();
  await new Promise((done) => setTimeout(done));
  expect(moves()).toHaveLength(tried);
});

it('keeps the focus where steps wait when one of them is undone', async () => {
  await inBasement();
  await setOff();
  await screen.findByText('1 step is not sent yet');
  await begin('0042');
  await press('Undo Start work');
  expect(screen.getByRole('heading', { name: '1 step is not sent yet' })).toHaveFocus();
});

it('offers no way back while the step is on its way', async () => {
  const { back } = await inBasement();
  await setOff();
  await screen.findByText('1 step is not sent yet');
  let answer: (given: FakeAnswer) => void = () => undefined;
  back(() => new Promise((resolve) => (answer = resolve)));
  expect(await screen.findByText('Sending…')).toBeInTheDocument();
  expect(button('Undo On my way')).not.toBeInTheDocument();
  await act(async () => answer(problem(503, 'unavailable')));
  expect(await screen.findByRole('button', { name: 'Undo On my way' })).toBeInTheDocument();
});

it('stops at a wrong start code and asks for it, and then goes on', async () => {
  const { api, moves, back } = await inBasement({ ...ownJob, status: 'en_route' });
  await begin('1111');
  await screen.findByText('1 step is not sent yet');
  await finish();
  const tried = moves().length;
  const message = 'This is not the code. You have 4 tries left.';
  const isRight = ({ body }: FakeCall) => (body as { startCode?: string }).startCode !== '1111';
  let now: Job = { ...ownJob, status: 'en_route' };
  api.change(JOB, () => ({ json: now }));
  back((call) => {
    if (!isRight(call))
      return problem(422, 'wrong_start_code', { detail: message, errors: { startCode: message } });
    now = { ...now, ...(call.body as object) };
    return { json: now };
  });
  expect(await screen.findByText(`Not sent. ${message}`)).toBeInTheDocument();
  expect(moves()).toHaveLength(tried + 1);
  expect(button('Start work')).not.toBeInTheDocument();
  await press('Check and begin');
  expect(await screen.findByText('Enter the four digits that the client shows you.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Start code'), '00 42');
  await press('Check and begin');
  await waitFor(() => expect(waitingItems()).toEqual([]));
  await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
  const sent = api.of(MOVE).slice(tried);
  expect(sent.map(({ body }) => body)).toMatchObject([
    { startCode: '1111' },
    { startCode: '0042' },
    { status: 'completed' },
  ]);
  // Another code is another try.
  expect(sent[0]?.headers.get('Idempotency-Key')).not.toBe(sent[1]?.headers.get('Idempotency-Key'));
});

it('keeps the photos of a job that was taken off, and says so on every page', async () => {
  const { api, back, unmount } = await inBasement({ ...ownJob, status: 'in_progress' });
  await finish();
  await screen.findByText('1 step is not sent yet');
  api.change(JOB, () => problem(404, 'not_found'));
  back(() => problem(404, 'not_found'));
  expect(await screen.findByText('Not sent. This job is no longer yours.')).toBeInTheDocument();
  expect(await screen.findByText("You can't open this job")).toBeInTheDocument();
  expect(button('Save photo 1')).toBeInTheDocument();
  unmount();
  openArea('/master');
  await userEvent.click(await screen.findByRole('link', { name: /needs you$/ }));
  expect(await screen.findByText('Not sent. This job is no longer yours.')).toBeInTheDocument();
  await press("Don't send it");
  expect(waitingItems()).toEqual([]);
});

/** At the door, where nobody opens: the photo is on its way to the server at once. */
async function beginAlone() {
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: {
      getCurrentPosition: (done: PositionCallback) =>
        done({ coords: { latitude: 51.5, longitude: -0.1 } } as GeolocationPosition),
    },
  });
  await press('Start work');
  await press("The client can't be reached");
  await userEvent.type(screen.getByLabelText('Why is there no code?'), 'Nobody opens the door.');
  await userEvent.upload(screen.getByLabelText('File: photo'), photo);
}

it('waits for the network where the place is checked', async () => {
  const { api, moves } = await inBasement({ ...ownJob, status: 'en_route' });
  await beginAlone();
  expect(await screen.findByText(/^The file could not be sent/)).toBeInTheDocument();
  api.change(UPLOAD, () => ({ status: 201, json: { photo_url: '/api/files/1' } }));
  await userEvent.upload(screen.getByLabelText('File: photo'), photo);
  await screen.findByRole('button', { name: /^Remove/ });
  act(noteUnreachable);
  await press('Begin without the code');
  expect(
    await screen.findByText('This needs a connection: it cannot wait on this device.'),
  ).toBeInTheDocument();
  expect(moves()).toEqual([]);
  expect(waitingItems()).toEqual([]);
});

it('begins at once at the door, though a message of the job was refused', async () => {
  const { moves, back } = await inBasement({ ...ownJob, status: 'en_route' });
  back();
  act(() => {
    queueMessage(ownJob.id, 'I am here', undefined, 'person');
    noteRefusal(waitingItems()[0]?.id ?? '', { code: 'chat_closed', text: 'This chat has ended.' });
  });
  await beginAlone();
  await screen.findByRole('button', { name: /^Remove/ });
  await press('Begin without the code');
  await waitFor(() => expect(moves()).toMatchObject([{ withoutCode: { reason: 'Nobody opens the door.' } }]));
});

it('undoes setting off only where it is: here while it waits, at the server with a connection', async () => {
  const { api, back } = await inBasement();
  await setOff();
  await screen.findByText('1 step is not sent yet');
  expect(screen.getAllByRole('button', { name: /^Undo/ })).toHaveLength(1);
  expect(screen.queryByText(/^Your client is told in a few seconds/)).not.toBeInTheDocument();
  const event = { seq: 9, type: 'en_route', at: new Date().toISOString(), data: {} } as const;
  api.change(JOB, () => ({ json: { ...ownJob, status: 'en_route', events: [event] } }));
  back(() => ({ json: { ...ownJob, status: 'en_route', events: [event] } }));
  await screen.findByText(/^Your client is told in a few seconds/);
  act(noteUnreachable);
  await press(/^Undo/);
  expect(
    await screen.findByText('This needs a connection: it cannot wait on this device.'),
  ).toBeInTheDocument();
  expect(waitingItems()).toEqual([]);
});

it.each([
  [PATH, /Blue door, code 1907/],
  ['/master/bookings', 'Blocked sink'],
  ['/master', 'Blocked sink'],
])('opens %s from this device without a network, and says as of when', async (path, shown) => {
  const list = { json: { items: [ownJob] } };
  serverOf(activePro, { 'GET /api/bookings': () => list, [JOB]: () => ({ json: ownJob }) });
  const first = openArea(path);
  await screen.findAllByText(shown);
  first.unmount();
  const asked: (string | null)[] = [];
  serverOf(activePro, {
    'GET /api/bookings': ({ query }) => {
      asked.push(query.get('cursor'));
      return cut();
    },
    'GET /api/masters/me': cut,
    [JOB]: cut,
  });
  openArea(path);
  expect((await screen.findAllByText(shown))[0]).toBeInTheDocument();
  expect(await screen.findByText(/^As of \d\d:\d\d$/)).toBeInTheDocument();
  expect(asked.filter((cursor) => cursor !== null)).toEqual([]);
  act(() => endSession('logout'));
  expect(localStorage.getItem(KEPT_ANSWERS)).toBeNull();
});

it('opens a job of the kept list whose page was never opened', async () => {
  serverOf(activePro, { 'GET /api/bookings': () => ({ json: { items: [ownJob] } }) });
  const first = openArea('/master/bookings');
  await screen.findByText('Blocked sink');
  first.unmount();
  serverOf(activePro, { 'GET /api/bookings': cut, 'GET /api/masters/me': cut, [JOB]: cut });
  openArea(PATH);
  expect(await screen.findByText(/Blue door, code 1907/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Call / })).toHaveAttribute('href', 'tel:+447911123456');
});

it('asks before a log-out that would lose something', async () => {
  const { api, unmount } = await inBasement();
  api.change('POST /api/logout', () => ({ status: 204 }));
  await setOff();
  await screen.findByText('1 step is not sent yet');
  unmount();
  renderAt(<LogOutDialog />);
  act(logOut);
  const dialog = await screen.findByRole('dialog', { name: '1 step is not sent yet' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Stay logged in' }));
  expect(waitingItems()).toHaveLength(1);
  act(logOut);
  await press('Log out');
  expect(keysUnder(OUTBOX)).toEqual([]);
  expect(localStorage.getItem('auth_token')).toBeNull();
});

it('asks nothing more once the session has ended elsewhere', async () => {
  const { unmount } = await inBasement();
  await setOff();
  await screen.findByText('1 step is not sent yet');
  unmount();
  renderAt(<LogOutDialog />);
  act(logOut);
  await screen.findByRole('dialog', { name: '1 step is not sent yet' });
  act(() => endSession('refused'));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('says on the page of another job what waits', async () => {
  const { unmount } = await inBasement();
  await setOff();
  await screen.findByRole('region', { name: '1 step is not sent yet' });
  expect(screen.queryByRole('link', { name: /needs you$/ })).not.toBeInTheDocument();
  act(() => noteRefusal(waitingItems()[0]?.id ?? '', { code: 'illegal_transition', text: 'Not now.' }));
  unmount();
  const other = { ...ownJob, id: 'C-OTHER123', readable_name: 'Boiler service' };
  serverOf(activePro, { [`GET /api/bookings/${other.id}`]: () => ({ json: other }) });
  openArea(`/master/booking/${other.id}`);
  await screen.findByRole('heading', { name: 'Boiler service' });
  expect(await screen.findByRole('link', { name: /needs you$/ })).toHaveAttribute('href', PATH);
  expect(screen.queryByRole('region', { name: '1 step is not sent yet' })).not.toBeInTheDocument();
});

it('waits in memory where the disk is full', async () => {
  const { moves, back } = await inBasement();
  const { setItem } = Storage.prototype;
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (key.startsWith(OUTBOX)) throw new DOMException('full', 'QuotaExceededError');
    setItem.call(this, key, value);
  });
  await setOff();
  expect(await screen.findByText('1 step is not sent yet')).toBeInTheDocument();
  const tried = moves().length;
  back();
  await waitFor(() => expect(waitingItems()).toEqual([]));
  expect(moves().slice(tried)).toMatchObject([{ status: 'en_route' }]);
});
