import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type FakeAnswer, problem } from '@/test/fakeApi';
import { activePro, newPro, openArea, ownJob, serverOf, waitingPro } from '../testing';

const AVAILABLE = 'PUT /api/masters/profile/activate';
const available = () => screen.findByRole('switch', { name: 'Available for jobs' });

function homeWith(items: object[]) {
  serverOf(activePro, {
    'GET /api/bookings': ({ query }) => ({ json: { items: query.get('filter') === 'active' ? items : [] } }),
  });
  return openArea('/master');
}

it('shows the availability switch only once the next visit above it has loaded', async () => {
  let answer: (answer: FakeAnswer) => void = () => undefined;
  serverOf(activePro, { 'GET /api/bookings': () => new Promise((resolve) => (answer = resolve)) });
  openArea('/master');
  await screen.findByText('Loading your next visit');
  expect(screen.queryByRole('switch', { name: 'Available for jobs' })).not.toBeInTheDocument();
  answer({ json: { items: [ownJob] } });
  expect(await available()).toBeInTheDocument();
  expect(screen.getByRole('region', { name: 'Next visit' })).toBeInTheDocument();
});

it('sends a pro whose profile is incomplete to the checklist', async () => {
  serverOf(newPro);
  openArea('/master');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent('/master/onboarding');
});

it('says what a pro waits for, in plain words', async () => {
  serverOf({
    ...waitingPro,
    waitingFor: [
      { kind: 'identity', reason: 'not_verified' },
      { kind: 'gas_safe', forTrade: 'plumber', reason: 'rejected' },
    ],
  });
  openArea('/master');
  expect(await screen.findByRole('heading', { name: 'Waiting for verification' })).toBeInTheDocument();
  expect(screen.getByText('Every job needs it. Uploaded, waiting for verification.')).toBeInTheDocument();
  expect(screen.getByText('Gas jobs need it. It was rejected: upload another one.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to your documents' })).toHaveAttribute(
    'href',
    '/master/onboarding/documents',
  );
  expect(screen.getByText('Waiting')).toBeInTheDocument();
  expect(screen.getByText(/Jobs start once your documents are verified/)).toBeInTheDocument();
});

it('asks for a newer identity without saying that it holds up jobs', async () => {
  serverOf({ ...activePro, waitingFor: [{ kind: 'identity', reason: 'expired' }] });
  openArea('/master');
  expect(await screen.findByRole('heading', { name: 'A document to renew' })).toBeInTheDocument();
  expect(
    screen.getByText('You still get jobs. It has expired: please upload a new one.'),
  ).toBeInTheDocument();
  expect(screen.queryByText(/wait for them|Every job needs it/)).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Go to your documents' })).toBeInTheDocument();
});

it('asks nothing of a pro who only waits for us', async () => {
  serverOf(waitingPro);
  openArea('/master');
  await screen.findByRole('heading', { name: 'Waiting for verification' });
  expect(screen.queryByRole('link', { name: 'Go to your documents' })).not.toBeInTheDocument();
});

it('leads with the next visit, and lists those after it alone', async () => {
  const after = { ...ownJob, id: 'C-2', readable_name: 'Old boiler' };
  const { unmount } = homeWith([ownJob, after]);
  const next = await screen.findByRole('region', { name: 'Next visit' });
  expect(within(next).getByText('Blocked sink')).toBeInTheDocument();
  const jobs = within(screen.getByRole('region', { name: 'Your jobs' }));
  expect(await jobs.findByText('Old boiler')).toBeInTheDocument();
  expect(jobs.queryByText('Blocked sink')).not.toBeInTheDocument();
  unmount();
  homeWith([ownJob]);
  expect(await screen.findByText('No other active jobs')).toBeInTheDocument();
});

it('goes offline and online again', async () => {
  let isActive = true;
  const api = serverOf(activePro, {
    [AVAILABLE]: ({ body }) => {
      isActive = (body as { isActive: boolean }).isActive;
      return { json: { ...activePro, isActive } };
    },
  });
  openArea('/master');
  expect(await available()).toBeChecked();
  expect(screen.getByText('Online', { selector: 'strong' })).toBeInTheDocument();
  await userEvent.click(await available());
  await waitFor(() => expect(screen.getAllByText('Offline')).toHaveLength(2));
  expect(await available()).not.toBeChecked();
  await userEvent.click(await available());
  await waitFor(() => expect(screen.getAllByText('Online')).toHaveLength(2));
  expect(api.of(AVAILABLE).map(({ body }) => body)).toEqual([{ isActive: false }, { isActive: true }]);
});

it('returns to the old choice when the new one could not be saved', async () => {
  let answer: (answer: ReturnType<typeof problem>) => void = () => undefined;
  const api = serverOf(activePro, { [AVAILABLE]: () => new Promise((resolve) => (answer = resolve)) });
  openArea('/master');
  await userEvent.click(await available());
  expect(await available()).not.toBeChecked();
  // A second press does not overtake the first.
  await userEvent.click(await available());
  answer(problem(500, 'internal'));
  await waitFor(async () => expect(await available()).toBeChecked());
  expect(api.of(AVAILABLE)).toHaveLength(1);
});

it('shows what is missing again from an activated profile', async () => {
  serverOf({ ...activePro, skills: [], missing: ['skills'] });
  openArea('/master');
  expect(await screen.findByRole('heading', { name: 'Missing from your profile' })).toBeInTheDocument();
  expect(screen.getByRole('link', { name: /^Skills \(not done yet/ })).toHaveAttribute(
    'href',
    '/master/onboarding/skills',
  );
});

it('greets the pro, and says so when the profile could not be loaded', async () => {
  const api = serverOf(activePro);
  api.change('GET /api/masters/me', () => problem(500, 'internal'));
  openArea('/master');
  expect(await screen.findByText('Your profile could not be loaded.')).toBeInTheDocument();
  api.change('GET /api/masters/me', () => ({ json: activePro }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('link', { name: /^Good \w+ Sam, plumber/ })).toHaveAttribute(
    'href',
    '/master/profile',
  );
});
