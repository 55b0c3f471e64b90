import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, problem } from '@/test/fakeApi';
import { asked, credential, fakeAuthenticator } from '@/test/fakeAuthenticator';
import { token } from '@/test/token';
import { Login } from '../LoginScreen';
import { MasterLogin } from '../MasterLoginScreen';
import { renderScreen, storedPerson } from '../testing';

const REQUEST = 'POST /api/masters/login/passkey-request';
const VERIFY = 'POST /api/masters/login/passkey-verify';
const NAME = 'Sign in with a passkey';

const ofMaster = token({ sub: 'm-1', email: 'sam@example.com', role: 'master' });
const asMaster = () => ({ json: { token: ofMaster, email: 'sam@example.com', role: 'master' } });
const press = () => userEvent.click(screen.getByRole('button', { name: NAME }));

it('signs a pro in', async () => {
  const authenticator = fakeAuthenticator();
  const api = fakeApi({ [REQUEST]: () => ({ json: asked }), [VERIFY]: asMaster });
  renderScreen('/master/login', MasterLogin);
  await press();
  expect((await screen.findByTestId('location')).textContent).toBe('/master');
  expect(storedPerson().role).toBe('master');
  const [[sent]] = authenticator.get.mock.calls as unknown as [[{ publicKey: { challenge: Uint8Array } }]];
  expect([...sent.publicKey.challenge]).toEqual([1, 2, 3]);
  expect(api.of(VERIFY)[0]?.body).toEqual({ ceremony: 'ceremony-1', credential });
});

it('says what went wrong, and can be tried again', async () => {
  fakeAuthenticator();
  const api = fakeApi({
    [REQUEST]: () => ({ json: asked }),
    [VERIFY]: () => problem(401, 'passkey_unknown', { detail: 'This passkey opens no account here.' }),
  });
  renderScreen('/master/login', MasterLogin);
  await press();
  expect(await screen.findByText('This passkey opens no account here.')).toBeInTheDocument();
  api.cut(REQUEST);
  await press();
  expect(await screen.findByText(/could not reach the server/)).toBeInTheDocument();
  api.change(REQUEST, () => ({ json: asked }));
  api.change(VERIFY, asMaster);
  await press();
  expect((await screen.findByTestId('location')).textContent).toBe('/master');
});

it('says that none was used when the person calls it off', async () => {
  fakeAuthenticator('NotAllowedError');
  const api = fakeApi({ [REQUEST]: () => ({ json: asked }) });
  renderScreen('/master/login', MasterLogin);
  await press();
  expect(await screen.findByText('No passkey was used. You can try again.')).toBeInTheDocument();
  expect(api.of(VERIFY)).toEqual([]);
});

it('is offered to pros alone', async () => {
  fakeAuthenticator();
  fakeApi({});
  renderScreen('/login', Login);
  expect(screen.queryByRole('button', { name: NAME })).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Plumber / Pro'));
  expect(screen.getByRole('button', { name: NAME })).toBeInTheDocument();
});

it('is not offered by a browser that has none', () => {
  fakeApi({});
  renderScreen('/master/login', MasterLogin);
  expect(screen.queryByRole('button', { name: NAME })).not.toBeInTheDocument();
});
