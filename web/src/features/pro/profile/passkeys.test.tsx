import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { problem } from '@/test/fakeApi';
import { asked, credential, fakeAuthenticator } from '@/test/fakeAuthenticator';
import { activePro, openArea, serverOf } from '../testing';

const OWN = 'GET /api/masters/me/passkeys';
const START = 'POST /api/masters/me/passkeys/start';
const ADD = 'POST /api/masters/me/passkeys';

const phone = { id: 'passkey-1', name: 'My phone', createdAt: '2026-11-23T10:05:00Z' };
const used = { ...phone, id: 'passkey-2', name: 'My laptop', usedAt: '2026-11-24T10:05:00Z' };

const part = () => screen.findByRole('region', { name: 'Passkeys' });
const add = async () => userEvent.click(await screen.findByRole('button', { name: 'Add a passkey' }));

it('adds a passkey under its name', async () => {
  fakeAuthenticator();
  let items: object[] = [];
  const api = serverOf(activePro, {
    [OWN]: () => ({ json: { items } }),
    [START]: () => ({ json: asked }),
    [ADD]: () => {
      items = [phone];
      return { status: 201, json: phone };
    },
  });
  openArea('/master/profile');
  expect(await within(await part()).findByText('You have no passkey yet.')).toBeInTheDocument();
  await add();
  expect(await screen.findByText('Give it a name, such as ‘My phone’.')).toBeInTheDocument();
  expect(api.of(START)).toEqual([]);
  await userEvent.type(within(await part()).getByLabelText('Name'), ' My phone ');
  await add();
  const list = await screen.findByRole('list', { name: 'Your passkeys' });
  expect(within(list).getByRole('heading', { name: 'My phone' })).toBeInTheDocument();
  expect(within(list).getByText(/Not used yet/)).toBeInTheDocument();
  expect(api.of(ADD)[0]?.body).toEqual({ name: 'My phone', ceremony: 'ceremony-1', credential });
});

it('says what went wrong beside the name or above the button', async () => {
  fakeAuthenticator();
  const api = serverOf(activePro, {
    [START]: () => problem(409, 'too_many_passkeys', { detail: 'You have 10 passkeys.' }),
  });
  openArea('/master/profile');
  await userEvent.type(await screen.findByLabelText('Name'), 'My phone');
  await add();
  expect(await screen.findByText('You have 10 passkeys.')).toBeInTheDocument();
  api.change(START, () => ({ json: asked }));
  api.change(ADD, () => problem(422, 'invalid', { errors: { name: 'Use another name.' } }));
  await add();
  expect(await screen.findByText('Use another name.')).toBeInTheDocument();
  expect(screen.getByLabelText('Name')).toHaveValue('My phone');
});

it('asks for a fresh code where the session is older, and goes on with the name', async () => {
  fakeAuthenticator();
  const api = serverOf(activePro, {
    [START]: () => problem(409, 'fresh_code_required', { channel: 'email' }),
  });
  openArea('/master/profile');
  await userEvent.type(await screen.findByLabelText('Name'), 'My phone');
  await add();
  expect(await screen.findByText(/^To be sure that it is you, we send a code to/)).toBeInTheDocument();
  expect(api.of(ADD)).toEqual([]);
});

it('says that this device has one already', async () => {
  fakeAuthenticator('InvalidStateError');
  serverOf(activePro, { [START]: () => ({ json: asked }) });
  openArea('/master/profile');
  await userEvent.type(await screen.findByLabelText('Name'), 'My phone');
  await add();
  expect(await screen.findByText('This device has a passkey of yours already.')).toBeInTheDocument();
});

it('removes one, also in a browser that has none', async () => {
  let items: object[] = [phone, used];
  serverOf(activePro, {
    [OWN]: () => ({ json: { items } }),
    'DELETE /api/masters/me/passkeys/passkey-1': () => {
      items = [used];
      return { status: 204 };
    },
  });
  openArea('/master/profile');
  expect(await screen.findByText(/Last used/)).toBeInTheDocument();
  expect(screen.getByText('This browser can’t add one here.')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Remove My phone' }));
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'My phone' })).not.toBeInTheDocument());
  expect(screen.getByRole('heading', { name: 'My laptop' })).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Passkeys' })).toHaveFocus();
});

it('offers no eleventh', async () => {
  fakeAuthenticator();
  const items = Array.from({ length: 10 }, (_, number) => ({
    ...phone,
    id: `p-${number}`,
    name: `Key ${number}`,
  }));
  serverOf(activePro, { [OWN]: () => ({ json: { items } }) });
  openArea('/master/profile');
  expect(await screen.findByText('That is the most. Remove one to add another.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Add a passkey' })).not.toBeInTheDocument();
});
