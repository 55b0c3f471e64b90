import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type FakeCall, fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { storedPerson } from '../testing';
import { SignIn } from './SignIn';

const request = 'POST /api/clients/login/otp-request';
const verify = 'POST /api/clients/login/otp-verify';
const passwordLogin = 'POST /api/clients/password/login';

const onSignedIn = vi.fn();
const onLeave = vi.fn();
const open = (identifier?: string) =>
  renderAt(<SignIn identifier={identifier} onSignedIn={onSignedIn} onLeave={onLeave} />);

const identifier = () => screen.getByLabelText('Email or UK mobile');
const code = () => screen.getByLabelText('Code');
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const problemShown = () => screen.getByRole('alert');

function server() {
  return fakeApi({
    [request]: () => ({ status: 202, json: { ok: true } }),
    [verify]: ({ body }: FakeCall) =>
      (body as { code: string }).code === '123456'
        ? { json: { token: token({ email: 'ada@example.com' }), clientId: 'c-1' } }
        : problem(401, 'invalid_code', { detail: 'Invalid code. Try again.' }),
    [passwordLogin]: () => problem(401, 'invalid_credentials', { detail: 'Invalid email or password.' }),
  });
}

afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
});

describe('the one-time code tab', () => {
  it('is open first, with the focus on the identifier', () => {
    open('ada@example.com');
    expect(screen.getByRole('tab', { name: 'One-time code' })).toHaveAttribute('aria-selected', 'true');
    expect(identifier()).toHaveValue('ada@example.com');
    expect(identifier()).toHaveFocus();
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  });

  it('sends a code, checks it, and signs in', async () => {
    const api = server();
    open();
    await userEvent.type(identifier(), ' Ada@Example.com');
    await press('Send code');
    expect(await screen.findByText(/sent a 6-digit code to ada@example.com/)).toBeInTheDocument();
    expect(code()).toHaveFocus();
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code');
    expect(code()).toHaveAttribute('inputmode', 'numeric');
    await userEvent.type(code(), '123456{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(api.of(request)[0]?.body).toEqual({ email: 'ada@example.com' });
    expect(api.of(verify)[0]?.body).toEqual({ email: 'ada@example.com', code: '123456' });
    expect(storedPerson()).toMatchObject({ role: 'client', email: 'ada@example.com' });
  });

  it.each(['07700 900123', '0044 7700 900123', '+44 (0)7700 900123'])(
    'sends a mobile number to the server as typed: %s',
    async (phone) => {
      const api = server();
      open(` ${phone} `);
      await press('Send code');
      await screen.findByLabelText('Code');
      expect(api.of(request)[0]?.body).toEqual({ phone });
    },
  );

  it('requires an identifier of at least four characters', async () => {
    const api = server();
    open('  a@b  ');
    await press('Send code');
    expect(problemShown()).toHaveTextContent('Enter a valid email or UK mobile number.');
    expect(api.calls).toEqual([]);
    await userEvent.type(identifier(), 'c');
    expect(problemShown()).toBeEmptyDOMElement();
  });

  it('requires a code of at least four characters', async () => {
    const api = server();
    open('ada@example.com');
    await press('Send code');
    await userEvent.type(await screen.findByLabelText('Code'), ' 123 {Enter}');
    expect(problemShown()).toHaveTextContent('Enter email/phone and the code.');
    expect(api.of(verify)).toEqual([]);
  });

  it('reads a code however it was grouped, and sends nothing that is no try', async () => {
    const api = server();
    open('ada@example.com');
    await press('Send code');
    await userEvent.type(await screen.findByLabelText('Code'), '12345{Enter}');
    expect(problemShown()).toHaveTextContent('Enter the 6 digits that we sent you.');
    await userEvent.clear(code());
    await userEvent.type(code(), '123-4 56{Enter}');
    await waitFor(() => expect(api.of(verify)).toHaveLength(1));
    expect(api.of(verify)[0]?.body).toMatchObject({ code: '123456' });
  });

  it('reports a wrong code, and accepts another', async () => {
    server();
    open('ada@example.com');
    await press('Send code');
    await userEvent.type(await screen.findByLabelText('Code'), '000000{Enter}');
    await waitFor(() => expect(problemShown()).toHaveTextContent('Invalid code. Try again.'));
    expect(onSignedIn).not.toHaveBeenCalled();
    await userEvent.clear(code());
    await userEvent.type(code(), '123456{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  });

  it.each([
    ['cannot be reached', null],
    ['fails', problem(500, 'internal')],
  ])('does not call the code wrong when the server %s', async (_, answer) => {
    const api = server();
    if (answer) api.change(verify, () => answer);
    else api.cut(verify);
    open('ada@example.com');
    await press('Send code');
    await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
    await waitFor(() => expect(problemShown()).toHaveTextContent('Could not check the code. Try again.'));
    expect(code()).toHaveAccessibleDescription('Could not check the code. Try again.');
  });

  it('checks the code against the contact it was sent to, whatever was typed meanwhile', async () => {
    const api = server();
    let sent: (answer: { status: number; json: unknown }) => void = () => undefined;
    api.change(request, () => new Promise((resolve) => (sent = resolve)));
    open('ada@example.com');
    await press('Send code');
    await userEvent.type(identifier(), '.uk');
    sent({ status: 202, json: { ok: true } });
    expect(await screen.findByText(/sent a 6-digit code to ada@example.com\./)).toBeInTheDocument();
    await userEvent.type(code(), '123456{Enter}');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
    expect(api.of(verify)[0]?.body).toEqual({ email: 'ada@example.com', code: '123456' });
  });

  it.each([
    ['cannot be reached', null, 'Could not send the code. Try again.'],
    ['fails', problem(500, 'internal'), 'Could not send the code. Try again.'],
    ['refuses the identifier', problem(422, 'invalid'), 'Enter a valid email or UK mobile number.'],
  ])('explains why no code was sent when the server %s', async (_, answer, message) => {
    const api = server();
    if (answer) api.change(request, () => answer);
    else api.cut(request);
    open('ada@example.com');
    await press('Send code');
    await waitFor(() => expect(problemShown()).toHaveTextContent(message));
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
  });

  it('can send the code again after a wait', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
    const api = server();
    open('ada@example.com');
    await user.click(screen.getByRole('button', { name: 'Send code' }));
    expect(await screen.findByText(/^You can send a new code in \d+ s\.$/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Send a new code' })).not.toBeInTheDocument();
    for (let second = 0; second < 31; second += 1) await act(() => vi.advanceTimersByTimeAsync(1000));
    await user.click(screen.getByRole('button', { name: 'Send a new code' }));
    await waitFor(() => expect(api.of(request)).toHaveLength(2));
  });

  it('asks for a new code when the identifier changes', async () => {
    server();
    open('ada@example.com');
    await press('Send code');
    await screen.findByLabelText('Code');
    await userEvent.type(identifier(), '.uk');
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send code' })).toBeEnabled();
  });
});

describe('the password tab', () => {
  const toPassword = () => userEvent.click(screen.getByRole('tab', { name: 'Password' }));
  const wrong = 'Enter a valid email and password (min 6).';

  it('clears the error when the tab changes', async () => {
    server();
    open('x');
    await press('Send code');
    expect(problemShown()).not.toBeEmptyDOMElement();
    await toPassword();
    expect(problemShown()).toBeEmptyDOMElement();
    await press('Sign in');
    expect(problemShown()).toHaveTextContent(wrong);
    await userEvent.click(screen.getByRole('tab', { name: 'One-time code' }));
    expect(problemShown()).toBeEmptyDOMElement();
  });

  it('keeps the input of both tabs, and the code already sent, when switching back', async () => {
    server();
    open();
    await userEvent.type(identifier(), 'ada@example.com');
    await press('Send code');
    await userEvent.type(await screen.findByLabelText('Code'), '123');
    await toPassword();
    const password = screen.getByLabelText('Password', { selector: 'input' });
    await userEvent.type(password, 'secret');
    await userEvent.click(screen.getByRole('tab', { name: 'One-time code' }));
    expect(identifier()).toHaveValue('ada@example.com');
    expect(code()).toHaveValue('123');
    expect(code()).toBeVisible();
    await toPassword();
    expect(password).toHaveValue('secret');
  });

  it('can be reached with the arrow keys', async () => {
    open();
    screen.getByRole('tab', { name: 'One-time code' }).focus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Password' })).toHaveFocus();
    expect(screen.getByLabelText('Password', { selector: 'input' })).toBeInTheDocument();
  });

  it('can be reached with Home and End', async () => {
    open();
    screen.getByRole('tab', { name: 'One-time code' }).focus();
    await userEvent.keyboard('{End}');
    expect(screen.getByRole('tab', { name: 'Password' })).toHaveFocus();
    await userEvent.keyboard('{Home}');
    expect(screen.getByRole('tab', { name: 'One-time code' })).toHaveFocus();
  });

  it('requires a valid email and six characters', async () => {
    const api = server();
    open('ada@example.com');
    await toPassword();
    const password = screen.getByLabelText('Password', { selector: 'input' });
    await userEvent.type(password, '12345{Enter}');
    expect(problemShown()).toHaveTextContent(wrong);
    await userEvent.type(password, '6{Enter}');
    await waitFor(() => expect(problemShown()).toHaveTextContent('Invalid email or password.'));
    expect(api.of(passwordLogin)[0]?.body).toEqual({ email: 'ada@example.com', password: '123456' });
    api.change(passwordLogin, () => ({ json: { token: token(), clientId: 'c-1' } }));
    await press('Sign in');
    await waitFor(() => expect(onSignedIn).toHaveBeenCalledOnce());
  });

  it('links to registration and closes the popup', async () => {
    open();
    await toPassword();
    await userEvent.click(screen.getByRole('link', { name: 'Create an account' }));
    expect(onLeave).toHaveBeenCalledOnce();
  });
});
