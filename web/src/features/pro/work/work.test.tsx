// Beginning and ending the work: the code, the way without it, and the photos.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Job } from '@/api/jobs';
import { noteReached } from '@/shared/connection';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { fakeXhr } from '@/test/fakeXhr';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const PATH = `/master/booking/${ownJob.id}`;
const JOB = `GET /api/bookings/${ownJob.id}`;
const MOVE = `PUT /api/bookings/${ownJob.id}`;
const UPLOAD = 'POST /api/uploads';
const photo = new File(['x'], 'tap.jpg', { type: 'image/jpeg' });

const atTheDoor: Job = { ...ownJob, status: 'en_route', start: { triesLeft: 5, isOpen: false } };
const atWork: Job = { ...ownJob, status: 'in_progress' };

beforeEach(() => {
  fakeXhr();
});

/** The page of a job whose next step is answered so; otherwise it is taken. */
async function openJob(job: Job, answer?: () => FakeAnswer) {
  let sent = 0;
  const api = serverOf(activePro, {
    [JOB]: () => ({ json: job }),
    [MOVE]: ({ body }) => answer?.() ?? { json: { ...job, ...(body as object) } },
    [UPLOAD]: () => {
      sent += 1;
      return { status: 201, json: { photo_url: `/api/files/${sent}` } };
    },
  });
  const page = openArea(PATH);
  await screen.findByRole('heading', { name: 'Blocked sink' });
  return { api, moves: () => api.of(MOVE).map(({ body }) => body), ...page };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const add = () => userEvent.upload(screen.getByLabelText('File: photo'), photo);

function locate(found: Pick<GeolocationCoordinates, 'latitude' | 'longitude'> | null) {
  vi.stubGlobal('navigator', {
    ...navigator,
    geolocation: {
      getCurrentPosition: (done: PositionCallback, failed: PositionErrorCallback) =>
        found
          ? done({ coords: found } as GeolocationPosition)
          : failed({ code: 1, PERMISSION_DENIED: 1 } as GeolocationPositionError),
    },
  });
}

it('takes four digits however they are spaced, and checks them first', async () => {
  const { moves } = await openJob(atTheDoor);
  await press('Start work');
  await type('Start code', '12');
  await press('Check and begin');
  expect(await screen.findByText('Enter the four digits that the client shows you.')).toBeInTheDocument();
  await userEvent.clear(screen.getByLabelText('Start code'));
  await userEvent.click(screen.getByLabelText('Start code'));
  await userEvent.paste(' 00 42 ');
  await press('Check and begin');
  await waitFor(() => expect(moves()).toEqual([{ status: 'in_progress', startCode: '0042' }]));
});

it('says next to the field how many tries are left, and keeps what was typed', async () => {
  const message = 'This is not the code. You have 4 tries left.';
  await openJob(atTheDoor, () =>
    problem(422, 'wrong_start_code', { detail: message, errors: { startCode: message }, triesLeft: 4 }),
  );
  await press('Start work');
  await type('Start code', '1111');
  await press('Check and begin');
  expect(await screen.findByText(message)).toBeInTheDocument();
  expect(screen.getByLabelText('Start code')).toHaveAccessibleDescription(message);
  expect(screen.getByLabelText('Start code')).toHaveValue('1111');
});

it('says from the start that the code is locked', async () => {
  await openJob({ ...atTheDoor, start: { triesLeft: 0, isOpen: false } });
  await press('Start work');
  expect(screen.getByText(/^The start code is locked after five wrong tries\./)).toBeInTheDocument();
});

it('begins without the code where an operator lets it', async () => {
  const { moves } = await openJob({ ...atTheDoor, start: { triesLeft: 0, isOpen: true } });
  await press('Start work');
  await waitFor(() => expect(moves()).toEqual([{ status: 'in_progress' }]));
});

it('begins with a photo, a reason and the place where the client is out of reach', async () => {
  locate({ latitude: 51.5, longitude: -0.1 });
  const { moves } = await openJob(atTheDoor);
  await press('Start work');
  await press("The client can't be reached");
  await press('Begin without the code');
  expect(await screen.findByText('Add a photo from the door.')).toBeInTheDocument();
  expect(screen.getByText('Say why in 10 to 500 characters.')).toBeInTheDocument();
  await add();
  expect(await screen.findByText('Photo 1')).toBeInTheDocument();
  expect(screen.queryByLabelText('File: photo')).not.toBeInTheDocument();
  await type('Why is there no code?', 'Nobody opens the door.');
  await press('Begin without the code');
  const withoutCode = {
    reason: 'Nobody opens the door.',
    photoUrl: '/api/files/1',
    lat: 51.5,
    lng: -0.1,
  };
  await waitFor(() => expect(moves()).toEqual([{ status: 'in_progress', withoutCode }]));
});

it('says that it needs the place', async () => {
  locate(null);
  const { moves } = await openJob(atTheDoor);
  await press('Start work');
  await press("The client can't be reached");
  await add();
  await type('Why is there no code?', 'Nobody opens the door.');
  await press('Begin without the code');
  expect(await screen.findByText(/^Allow this page to see your location/)).toBeInTheDocument();
  expect(moves()).toEqual([]);
});

it('ends with the photos that were not removed', async () => {
  const { moves } = await openJob(atWork);
  await press('Mark as done');
  await press('Finish the job');
  expect(await screen.findByText('Add at least one photo of the finished work.')).toBeInTheDocument();
  for (const number of [1, 2, 3]) {
    await add();
    expect(await screen.findByText(`Photo ${number}`)).toBeInTheDocument();
  }
  await press('Remove photo 2');
  await press('Finish the job');
  await waitFor(() =>
    expect(moves()).toEqual([{ status: 'completed', photos: ['/api/files/1', '/api/files/3'] }]),
  );
});

it('keeps the end and its photos when the signal goes, over a reload, too, and sends them once', async () => {
  const first = await openJob(atWork, () => {
    throw new TypeError('Failed to fetch');
  });
  await press('Mark as done');
  await add();
  await screen.findByText('Photo 1');
  await press('Finish the job');
  expect(await screen.findByRole('heading', { name: '1 step is not sent yet' })).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Mark as done' })).not.toBeInTheDocument();
  first.unmount();
  noteReached();
  const again = await openJob(atWork);
  const finish = { status: 'completed', photos: ['/api/files/1'] };
  await waitFor(() => expect(again.moves()).toMatchObject([finish]));
  const keys = [first, again].flatMap(({ api }) =>
    api.of(MOVE).map((call) => call.headers.get('Idempotency-Key')),
  );
  expect(new Set(keys).size).toBe(1);
  await waitFor(() => expect(screen.queryByText(/not sent yet/)).not.toBeInTheDocument());
});

it('ends without a photo for a reason', async () => {
  const { moves } = await openJob(atWork);
  await press('Mark as done');
  await userEvent.click(screen.getByLabelText("I can't take a photo"));
  await type('Why not?', 'too short');
  await press('Finish the job');
  expect(await screen.findByText('Say why in 10 to 500 characters.')).toBeInTheDocument();
  await type('Why not?', ', the wall hides it');
  await press('Finish the job');
  await waitFor(() =>
    expect(moves()).toEqual([{ status: 'completed', cannotPhotograph: 'too short, the wall hides it' }]),
  );
});

it('shows what was shown', async () => {
  const work = { completion_photos: ['/api/files/1', '/api/files/2'] };
  const file = () => ({ body: new Blob(['x']), headers: { 'Content-Type': 'image/jpeg' } });
  serverOf(activePro, {
    [JOB]: () => ({ json: { ...ownJob, status: 'completed', work } }),
    'GET /api/files/1': file,
    'GET /api/files/2': file,
  });
  openArea(PATH);
  expect(await screen.findByRole('img', { name: 'The finished work, photo 2 of 2' })).toBeInTheDocument();
});
