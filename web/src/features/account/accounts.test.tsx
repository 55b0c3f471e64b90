import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { queueMessage, waitingMessages } from '@/shared/outbox/messages';
import { endSession, storeGuest } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { guestToken, token } from '@/test/token';
import { Login } from './LoginScreen';
import { MasterLogin } from './MasterLoginScreen';
import { MasterRegister } from './MasterRegisterScreen';
import { Register } from './RegisterScreen';
import { SignUp } from './SignUpScreen';
import { renderScreen, storedPerson } from './testing';

const ofClient = token({ sub: 'c-1', email: 'ada@example.com' });
const ofMaster = token({ sub: 'm-1', email: 'sam@example.com', role: 'master' });

const asClient = () => ({ json: { token: ofClient, clientId: 'c-1' } });
const asMaster = () => ({ json: { token: ofMaster, email: 'sam@example.com', role: 'master' } });

async function fill(email: string, password: string): Promise<void> {
  if (email) await userEvent.type(screen.getByLabelText('Email'), email);
  if (password) await userEvent.type(passwordField(), password);
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const passwordField = () => screen.getByLabelText('Password', { selector: 'input' });
const openPassword = () => userEvent.click(screen.getByRole('tab', { name: 'Password' }));
const choosePro = () => userEvent.click(screen.getByLabelText('Plumber / Pro'));
const where = () => screen.findByTestId('location');

describe('/login', () => {
  it('opens on the one-time code, which signs in and continues', async () => {
    const api = fakeApi({
      'POST /api/clients/login/otp-request': () => ({ status: 202, json: { ok: true } }),
      'POST /api/clients/login/otp-verify': asClient,
    });
    renderScreen('/login', Login, '?next=%2Fbookings');
    expect(screen.getByRole('tab', { name: 'One-time code' })).toHaveAttribute('aria-selected', 'true');
    await userEvent.type(screen.getByLabelText('Email or UK mobile'), 'ada@example.com{Enter}');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect(await where()).toHaveTextContent('/bookings');
    expect(api.calls).toHaveLength(2);
  });

  it('shows errors only after a submit attempt, and sends nothing', async () => {
    const api = fakeApi({});
    renderScreen('/login', Login);
    await openPassword();
    await fill('ada', 'x');
    expect(screen.queryByText('Please enter a valid email.')).not.toBeInTheDocument();
    await press('Log in');
    expect(await screen.findByText('Please enter a valid email.')).toBeInTheDocument();
    expect(screen.getByText('Password must be at least 6 characters.')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    expect(document.title).toMatch(/^Error: /);
    await userEvent.clear(passwordField());
    expect(await screen.findByText('Password is required.')).toBeInTheDocument();
    expect(api.calls).toEqual([]);
  });

  it('signs a customer in, takes over the guest’s bookings, and continues', async () => {
    const guest = guestToken();
    localStorage.setItem('guest_token', guest);
    localStorage.setItem('guestId', 'guest-1');
    const api = fakeApi({ 'POST /api/clients/password/login': asClient });
    renderScreen('/login', Login, '?next=%2Fbooking%2Fpayment');
    await openPassword();
    await fill(' Ada@Example.com', 'secret');
    await press('Log in');
    expect(await where()).toHaveTextContent('/booking/payment');
    const [call] = api.of('POST /api/clients/password/login');
    expect(call?.body).toEqual({ email: 'ada@example.com', password: 'secret' });
    expect(call?.headers.get('Authorization')).toBe(`Bearer ${guest}`);
    expect(storedPerson()).toEqual({ token: ofClient, role: 'client', email: 'ada@example.com' });
    expect(localStorage.getItem('guest_token')).toBeNull();
    expect(localStorage.getItem('guestId')).toBeNull();
  });

  it('takes along what the guest wrote in a chat and what waits to be sent', async () => {
    storeGuest({ clientId: 'guest-1', token: guestToken() });
    queueMessage('C-1', 'Second floor', 'm-1');
    const written = waitingMessages();
    fakeApi({ 'POST /api/clients/password/login': asClient });
    renderScreen('/login', Login);
    await openPassword();
    await fill('ada@example.com', 'secret');
    await press('Log in');
    await where();
    expect(waitingMessages()).toEqual(written);
    endSession('logout');
    expect(waitingMessages()).toEqual([]);
  });

  it('signs a pro in and keeps this browser’s guest', async () => {
    localStorage.setItem('guest_token', guestToken());
    const api = fakeApi({ 'POST /api/masters/login': asMaster });
    renderScreen('/login', Login);
    await choosePro();
    expect(screen.getByRole('tab', { name: 'Password' })).toHaveAttribute('aria-selected', 'true');
    await fill('sam@example.com', 'secret');
    await press('Log in');
    expect((await where()).textContent).toBe('/master');
    expect(api.calls[0]?.headers.has('Authorization')).toBe(false);
    expect(storedPerson().role).toBe('master');
    expect(localStorage.getItem('guest_token')).not.toBeNull();
  });

  it('reports a wrong email or password, and nobody is signed in', async () => {
    fakeApi({
      'POST /api/clients/password/login': () => problem(401, 'invalid_credentials'),
    });
    renderScreen('/login', Login);
    await openPassword();
    await fill('ada@example.com', 'secret');
    await press('Log in');
    expect(await screen.findByRole('alert')).toHaveTextContent('Invalid email or password.');
    expect(storedPerson().token).toBeNull();
  });

  it('sends the code to the account of the role that is chosen', async () => {
    const api = fakeApi({
      'POST /api/clients/login/otp-request': () => ({ status: 202, json: { ok: true } }),
      'POST /api/masters/login/otp-request': () => ({ status: 202, json: { ok: true } }),
      'POST /api/masters/login/otp-verify': asMaster,
    });
    renderScreen('/login', Login);
    await userEvent.type(screen.getByLabelText('Email or UK mobile'), 'sam@example.com{Enter}');
    expect(await screen.findByLabelText('Code')).toBeInTheDocument();
    await choosePro();
    await userEvent.click(screen.getByRole('tab', { name: 'One-time code' }));
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
    await userEvent.type(screen.getByLabelText('Your email'), 'sam@example.com{Enter}');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect((await where()).textContent).toBe('/master');
    expect(api.calls.map(({ route }) => route)).toEqual([
      'POST /api/clients/login/otp-request',
      'POST /api/masters/login/otp-request',
      'POST /api/masters/login/otp-verify',
    ]);
  });

  it('keeps the input when the role changes, but clears the errors', async () => {
    const api = fakeApi({
      'POST /api/clients/password/login': () => problem(401, 'invalid_credentials'),
      'POST /api/masters/login': asMaster,
    });
    renderScreen('/login', Login);
    await openPassword();
    await fill('sam@example.com', 'secret');
    await press('Log in');
    expect(await screen.findByRole('alert')).toBeInTheDocument();
    await choosePro();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    await press('Log in');
    expect((await where()).textContent).toBe('/master');
    expect(api.of('POST /api/masters/login')[0]?.body).toEqual({
      email: 'sam@example.com',
      password: 'secret',
    });
  });

  it('never redirects to another site', async () => {
    fakeApi({ 'POST /api/clients/password/login': asClient });
    renderScreen('/login', Login, '?next=https%3A%2F%2Fevil.example%2F');
    await openPassword();
    await fill('ada@example.com', 'secret');
    await press('Log in');
    expect((await where()).textContent).toBe('/client');
  });

  it('shows the social buttons, which do nothing yet', () => {
    renderScreen('/login', Login);
    for (const name of ['Google Coming soon', 'Apple Coming soon'])
      expect(screen.getByRole('button', { name })).toBeDisabled();
  });

  it('links to registration and keeps the role and the next page', async () => {
    renderScreen('/login', Login, '?next=%2Fbookings');
    await choosePro();
    await userEvent.click(screen.getByRole('link', { name: 'Create a pro account' }));
    expect((await where()).textContent).toBe('/register?role=master&next=%2Fbookings');
  });

  it('says who is already signed in, and lets them log out', async () => {
    localStorage.setItem('auth_token', ofClient);
    const api = fakeApi({ 'POST /api/logout': () => ({ status: 204 }) });
    renderScreen('/login', Login);
    expect(screen.getByText('ada@example.com')).toBeInTheDocument();
    expect(screen.queryByLabelText('Email or UK mobile')).not.toBeInTheDocument();
    await press('Log out');
    expect(await screen.findByLabelText('Email or UK mobile')).toBeInTheDocument();
    expect(storedPerson().token).toBeNull();
    expect(api.of('POST /api/logout')[0]?.headers.get('Authorization')).toBe(`Bearer ${ofClient}`);
  });
});

it.each([
  ['a pro, from a client’s page', ofMaster, '?role=client&next=%2Fclient', false],
  ['a customer, from a pro’s page', ofClient, '?role=master', false],
  ['a customer, from a client’s page', ofClient, '?role=client&next=%2Fclient', true],
  ['a pro, from anywhere', ofMaster, '', true],
])('/login does not redirect in circles: %s', (_, held, search, canContinue) => {
  localStorage.setItem('auth_token', held);
  renderScreen('/login', Login, search);
  expect(screen.queryAllByRole('link', { name: 'Continue' })).toHaveLength(canContinue ? 1 : 0);
  expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
});

describe('/register', () => {
  it('creates a customer', async () => {
    const api = fakeApi({ 'POST /api/clients/password/register': () => ({ ...asClient(), status: 201 }) });
    renderScreen('/register', Register);
    await fill('ada@example.com', 'secret');
    await press('Create account');
    expect((await where()).textContent).toBe('/client');
    expect(api.calls[0]?.body).toEqual({ email: 'ada@example.com', password: 'secret' });
  });

  it('creates a pro when the address sets that role', async () => {
    const api = fakeApi({ 'POST /api/masters/register': () => ({ ...asMaster(), status: 201 }) });
    renderScreen('/register', Register, '?role=master');
    expect(screen.getByLabelText('Plumber / Pro')).toBeChecked();
    await fill('sam@example.com', 'secret');
    await press('Create account');
    expect(await where()).toHaveTextContent('/master/onboarding');
    expect(api.calls[0]?.body).toMatchObject({ accountType: 'sole_trader' });
  });

  it('shows the server’s message when the email already has an account', async () => {
    fakeApi({
      'POST /api/clients/password/register': () =>
        problem(409, 'email_taken', { detail: 'This email already has an account.' }),
    });
    renderScreen('/register', Register);
    await fill('ada@example.com', 'secret');
    await press('Create account');
    expect(await screen.findByRole('alert')).toHaveTextContent('This email already has an account.');
  });

  it('shows the server’s field errors next to their fields', async () => {
    fakeApi({
      'POST /api/clients/password/register': () =>
        problem(422, 'invalid', { errors: { password: 'This password is too common.' } }),
    });
    renderScreen('/register', Register);
    await fill('ada@example.com', 'password');
    await press('Create account');
    expect(await screen.findByText('This password is too common.')).toBeInTheDocument();
    expect(passwordField()).toHaveAccessibleDescription('This password is too common.');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});

it.each([
  ['?role=master', '/register?role=master'],
  ['?role=client', '/register?role=client'],
  ['?role=admin&next=%2Fb', '/register?role=client&next=%2Fb'],
])('/signup%s redirects to %s', async (search, path) => {
  renderScreen('/signup', SignUp, search);
  expect((await where()).textContent).toBe(path);
});

describe('/master/register', () => {
  it('has its own error messages', async () => {
    fakeApi({});
    renderScreen('/master/register', MasterRegister);
    expect(screen.getByRole('heading', { name: 'Create your pro account' })).toBeInTheDocument();
    expect(screen.getByPlaceholderText('Min 6 characters')).toBe(passwordField());
    await press('Create account');
    expect(await screen.findByText('Enter a valid email.')).toBeInTheDocument();
    expect(screen.getByText('Password must be at least 6 characters.')).toBeInTheDocument();
  });

  it('creates a company', async () => {
    const api = fakeApi({ 'POST /api/masters/register': () => ({ ...asMaster(), status: 201 }) });
    renderScreen('/master/register', MasterRegister);
    await fill('sam@example.com', 'secret');
    await userEvent.click(screen.getByLabelText('Register as company'));
    await press('Create account');
    expect(await where()).toHaveTextContent('/master/onboarding');
    expect(api.calls[0]?.body).toEqual({
      email: 'sam@example.com',
      password: 'secret',
      accountType: 'company',
    });
  });

  it('shows the server’s message, or otherwise that registration failed', async () => {
    const api = fakeApi({
      'POST /api/masters/register': () => problem(409, 'email_taken', { detail: 'This email is taken.' }),
    });
    renderScreen('/master/register', MasterRegister);
    await fill('sam@example.com', 'secret');
    await press('Create account');
    expect(await screen.findByRole('alert')).toHaveTextContent('This email is taken.');
    api.change('POST /api/masters/register', () => problem(500, 'internal'));
    await press('Create account');
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('Registration failed'));
  });
});

describe('/master/login', () => {
  it('accepts a password of any length, and shows its errors', async () => {
    const api = fakeApi({ 'POST /api/masters/login': () => problem(401, 'invalid_credentials') });
    renderScreen('/master/login', MasterLogin);
    await press('Log in');
    expect(await screen.findByText('Password is required.')).toBeInTheDocument();
    await fill('sam@example.com', 'abc');
    await press('Log in');
    expect(await screen.findByText('Invalid email or password.')).toBeInTheDocument();
    api.change('POST /api/masters/login', asMaster);
    await press('Log in');
    expect((await where()).textContent).toBe('/master');
  });

  it('signs in with a code, which also helps whoever forgot the password', async () => {
    const api = fakeApi({
      'POST /api/masters/login/otp-request': () => ({ status: 202, json: { ok: true } }),
      'POST /api/masters/login/otp-verify': asMaster,
    });
    renderScreen('/master/login', MasterLogin);
    await press('Forgot password?');
    expect(screen.getByRole('tab', { name: 'One-time code' })).toHaveAttribute('aria-selected', 'true');
    await waitFor(() => expect(screen.getByLabelText('Your email')).toHaveFocus());
    await userEvent.type(screen.getByLabelText('Your email'), '07700 900123');
    await press('Send code');
    expect(await screen.findByText('Enter a valid email.')).toBeInTheDocument();
    expect(api.calls).toEqual([]);
    await userEvent.clear(screen.getByLabelText('Your email'));
    await userEvent.type(screen.getByLabelText('Your email'), ' Sam@Example.com{Enter}');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    expect((await where()).textContent).toBe('/master');
    expect(api.calls.map(({ body }) => body)).toEqual([
      { email: 'sam@example.com' },
      { email: 'sam@example.com', code: '123456' },
    ]);
    expect(storedPerson().role).toBe('master');
  });

  it('does not redirect a signed-in customer in circles', () => {
    localStorage.setItem('auth_token', ofClient);
    renderScreen('/master/login', MasterLogin, '?next=%2Fmaster%2Fonboarding');
    expect(screen.queryByRole('link', { name: 'Continue' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Log out' })).toBeInTheDocument();
  });
});
