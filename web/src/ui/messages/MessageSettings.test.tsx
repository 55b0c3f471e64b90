import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSession } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { ENDPOINT, fakePush, KEY, noPush } from '@/test/fakePush';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { Toasts } from '../Toasts';
import { MessageSettings } from './MessageSettings';

const GET = 'GET /api/masters/me/messages';
const PUT = 'PUT /api/masters/me/messages';

const items = (offers: boolean) => [
  { kind: 'offers', ways: ['push'], firstOnly: false, on: offers },
  { kind: 'unread_chat', ways: ['email'], firstOnly: false, on: true },
];

const server = () =>
  fakeApi({
    [GET]: () => ({ json: { items: items(true) } }),
    [PUT]: () => ({ json: { items: items(false) } }),
    'GET /api/push/key': () => ({ json: { key: KEY } }),
    'POST /api/push/subscribe': () => ({ status: 204 }),
    'DELETE /api/push/subscribe': () => ({ status: 204 }),
  });

const show = () =>
  renderAt(
    <>
      <MessageSettings reader="masters" />
      <Toasts />
    </>,
  );
const device = () => screen.findByRole('switch', { name: 'Notifications on this device' });

beforeEach(() => startSession(token({ sub: 'm-1', role: 'master', email: 'sam@example.com' })));
afterEach(noPush);

it('says what each switch means, and switches one', async () => {
  const api = server();
  show();
  const offers = await screen.findByRole('switch', { name: 'New job offers' });
  expect(offers).toBeChecked();
  expect(offers).toHaveAccessibleDescription(/on the open page either way/);
  expect(screen.getByText(/you always hear that a job is yours/)).toBeInTheDocument();
  await userEvent.click(offers);
  await waitFor(() => expect(offers).not.toBeChecked());
  expect(api.of(PUT)[0]?.body).toEqual({ items: [{ kind: 'offers', on: false }] });
  expect(screen.getByRole('switch', { name: 'Unread chat messages' })).toBeChecked();
});

it('shows the old choice again when the new one could not be saved', async () => {
  server().change(PUT, () => problem(500, 'internal'));
  show();
  const offers = await screen.findByRole('switch', { name: 'New job offers' });
  await userEvent.click(offers);
  expect(await screen.findByText('Your choice could not be saved. Try again.')).toBeInTheDocument();
  expect(offers).toBeChecked();
});

it('loads the choices again on demand', async () => {
  const api = server();
  api.change(GET, () => problem(500, 'internal'));
  show();
  const retry = await screen.findByRole('button', { name: 'Retry' });
  api.change(GET, () => ({ json: { items: items(true) } }));
  await userEvent.click(retry);
  expect(await screen.findByRole('switch', { name: 'New job offers' })).toBeInTheDocument();
});

it('turns this device’s notifications on and off', async () => {
  fakePush();
  const api = server();
  show();
  const push = await device();
  await screen.findByText('Off on this device.');
  await userEvent.click(push);
  expect(await screen.findByText('On for this device, until you log out.')).toBeInTheDocument();
  expect(push).toBeChecked();
  expect(api.of('POST /api/push/subscribe')[0]?.body).toMatchObject({ endpoint: ENDPOINT });
  await userEvent.click(push);
  expect(await screen.findByText('Off on this device.')).toBeInTheDocument();
  expect(api.of('DELETE /api/push/subscribe')[0]?.body).toEqual({ endpoint: ENDPOINT });
});

it('says why a device shows none', async () => {
  server();
  const { unmount } = show();
  expect(await screen.findByText(/can’t show notifications/)).toBeInTheDocument();
  expect(await device()).toBeDisabled();
  unmount();
  fakePush({ answers: 'denied' });
  show();
  await screen.findByText('Off on this device.');
  await userEvent.click(await device());
  expect(await screen.findByText(/^Blocked: allow notifications/)).toBeInTheDocument();
  expect(await device()).toBeDisabled();
});

it('stays off when the server cannot be reached', async () => {
  fakePush();
  server().cut('POST /api/push/subscribe');
  show();
  await screen.findByText('Off on this device.');
  await userEvent.click(await device());
  expect(
    await screen.findByText(/could not be turned on|could not be reached|No connection/),
  ).toBeInTheDocument();
  expect(await device()).not.toBeChecked();
});
