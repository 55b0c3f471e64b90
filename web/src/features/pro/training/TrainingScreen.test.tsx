import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { problem } from '@/test/fakeApi';
import { activePro, newPro, openArea, serverOf, TRAINING } from '../testing';
import { MODULE, stopcocks, summary } from './testing';

afterEach(() => {
  vi.unstubAllGlobals();
});

const done = { ...summary, id: 'care', title: 'Customer care', duration: 8, completed: true };

/** Opens the list of these modules. */
function openWith(items: readonly object[], handlers = {}) {
  const api = serverOf(activePro, { [TRAINING]: () => ({ json: { items } }), ...handlers });
  openArea('/master/training');
  return api;
}

const main = () => within(screen.getByRole('main'));

it('shows every module, how long it takes, and which of them are completed', async () => {
  const api = openWith([summary, done], { [MODULE]: () => ({ json: stopcocks }) });
  await screen.findByRole('heading', { name: 'Turning off the water' });
  expect(screen.getByRole('heading', { level: 1, name: 'Training' })).toBeInTheDocument();
  expect(screen.getByText('Short modules for the job. They are not a qualification.')).toBeInTheDocument();
  const [first, second] = main().getAllByRole('listitem') as [HTMLElement, HTMLElement];
  expect(within(first).getByText('Where stopcocks are and how to close them')).toBeInTheDocument();
  expect(within(first).getByText('Duration: ~10 min')).toBeInTheDocument();
  expect(within(first).getByText('Not started')).toBeInTheDocument();
  expect(within(second).getByText('Duration: ~8 min')).toBeInTheDocument();
  expect(within(second).getByText('Completed')).toBeInTheDocument();
  expect(within(second).getByRole('link', { name: 'Done Customer care' })).toHaveAttribute(
    'href',
    '/master/training/care',
  );
  expect(api.of(TRAINING)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
  await userEvent.click(within(first).getByRole('link', { name: 'Start Turning off the water' }));
  expect(await screen.findByRole('heading', { level: 2, name: /^Section 1 of 2/ })).toBeInTheDocument();
});

it('says so where there are none', async () => {
  openWith([]);
  expect(await screen.findByText('No modules yet')).toBeInTheDocument();
});

it('says when it could not be loaded, and tries again', async () => {
  const api = openWith([], { [TRAINING]: () => problem(500, 'internal') });
  expect(await screen.findByText('Failed to load your training')).toBeInTheDocument();
  api.change(TRAINING, () => ({ json: { items: [done] } }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('heading', { name: 'Customer care' })).toBeInTheDocument();
  await waitFor(() => expect(screen.queryByText('Failed to load your training')).not.toBeInTheDocument());
});

it('is reached from the profile on a phone, and leads back there', async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  serverOf(activePro, { [TRAINING]: () => ({ json: { items: [summary] } }) });
  openArea('/master/profile');
  await userEvent.click(await screen.findByRole('link', { name: 'Training' }));
  expect(await screen.findByText('Not started')).toBeInTheDocument();
  await userEvent.click(main().getByRole('link', { name: 'Profile' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Profile' })).toBeInTheDocument();
});

it('comes with activation', async () => {
  serverOf(newPro);
  openArea('/master/training');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
});
