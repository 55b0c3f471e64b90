import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadPricing } from '@/pricing';
import { getSession, startSession } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { Component } from './ProfileScreen';

vi.mock('@/pricing', { spy: true });

const me = {
  clientId: 'c-1',
  name: 'Ada Brown',
  email: 'ada@example.com',
  phone: '+447700900123',
  emailVerified: true,
  phoneVerified: false,
  marketingConsent: false,
};

function server() {
  let stored: Record<string, unknown> = me;
  return fakeApi({
    'GET /api/clients/me': () => ({ json: stored }),
    'GET /api/clients/me/messages': () => ({ json: { items: [] } }),
    'PUT /api/clients/me': ({ body }) => {
      stored = { ...stored, ...(body as object) };
      return { json: stored };
    },
    'POST /api/clients/login/otp-request': () => ({ status: 202, json: { ok: true } }),
    'POST /api/clients/login/otp-verify': ({ body }) => {
      if ((body as { code: string }).code !== '123456')
        return problem(401, 'invalid_code', { detail: 'Invalid code. Try again.' });
      stored = { ...stored, phoneVerified: true };
      return { json: { token: token(), clientId: 'c-1' } };
    },
    'DELETE /api/clients/me': () =>
      problem(409, 'open_bookings', { detail: 'You have a booking that has not ended.' }),
  });
}

beforeAll(async () => void (await loadPricing()));
beforeEach(() => startSession(token({ email: 'ada@example.com' })));

it('saves what was changed, in normalised form', async () => {
  const api = server();
  renderAt(<Component />);
  expect(await screen.findByLabelText('Full name (optional)')).toHaveValue('Ada Brown');
  await userEvent.type(screen.getByLabelText('Postcode (optional)'), 'sw1a1aa');
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(screen.getByLabelText('Postcode (optional)')).toHaveValue('SW1A 1AA'));
  expect(api.of('PUT /api/clients/me')[0]?.body).toMatchObject({ name: 'Ada Brown', postcode: 'SW1A 1AA' });
});

it('shows errors next to their fields, and sends nothing', async () => {
  const api = server();
  renderAt(<Component />);
  const phone = await screen.findByLabelText('UK mobile (optional)');
  await userEvent.clear(phone);
  await userEvent.type(phone, '020 7946 0000');
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(phone).toHaveAccessibleDescription('Please enter a valid UK mobile number.'));
  expect(api.of('PUT /api/clients/me')).toEqual([]);
});

it('says so when the rules could not be loaded, and saves once they are', async () => {
  const api = server();
  renderAt(<Component />);
  await screen.findByLabelText('Full name (optional)');
  vi.mocked(loadPricing).mockRejectedValueOnce(new Error('gone'));
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Your details could not be checked/);
  expect(api.of('PUT /api/clients/me')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() => expect(api.of('PUT /api/clients/me')).toHaveLength(1));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('shows the phone as people write it, and sends it in normalised form', async () => {
  const api = server();
  renderAt(<Component />);
  expect(await screen.findByLabelText('UK mobile (optional)')).toHaveValue('07700 900123');
  expect(screen.getByText('07700 900123')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Save profile' }));
  await waitFor(() =>
    expect(api.of('PUT /api/clients/me')[0]?.body).toMatchObject({ phone: '+447700900123' }),
  );
});

it('tells an ended session from a wrong code', async () => {
  const api = server();
  api.change('POST /api/clients/login/otp-verify', () => problem(401, 'unauthorised'));
  renderAt(<Component />);
  await userEvent.click(await screen.findByRole('button', { name: 'Verify UK mobile' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send code' }));
  await userEvent.type(await within(dialog).findByLabelText('Code'), '123456{Enter}');
  expect(await within(dialog).findByText('Your session has ended. Sign in again.')).toBeInTheDocument();
});

it('verifies a phone with a code', async () => {
  const api = server();
  renderAt(<Component />);
  const contacts = await screen.findByRole('region', { name: 'Signing in' });
  expect(within(contacts).getAllByText('Verified')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: 'Verify UK mobile' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  const code = await screen.findByLabelText('Code');
  expect(code).toHaveFocus();
  expect(screen.getByText(/sent a 6-digit code to 07700 900123\./)).toBeInTheDocument();
  expect(screen.getByText(/^You can send a new code in \d+ s\.$/)).toBeInTheDocument();
  await userEvent.type(code, '000000');
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('Invalid code. Try again.')).toBeInTheDocument();
  expect(code).toHaveAccessibleDescription('Invalid code. Try again.');
  await userEvent.clear(screen.getByLabelText('Code'));
  await userEvent.type(screen.getByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() => expect(within(contacts).getAllByText('Verified')).toHaveLength(2));
  expect(api.of('POST /api/clients/login/otp-verify')[1]?.body).toEqual({
    phone: '+447700900123',
    code: '123456',
    attach: true,
  });
});

it('changes the email only by the code sent to the new one', async () => {
  const api = server();
  renderAt(<Component />);
  const email = await screen.findByLabelText('New email');
  await userEvent.type(email, 'ada@');
  await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
  await waitFor(() => expect(email).toHaveAccessibleDescription('Please enter a valid email.'));
  expect(api.of('POST /api/clients/login/otp-request')).toEqual([]);
  await userEvent.type(email, 'Home.example');
  await userEvent.click(screen.getByRole('button', { name: 'Change email' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() =>
    expect(api.of('POST /api/clients/login/otp-verify')[0]?.body).toEqual({
      email: 'ada@home.example',
      code: '123456',
      attach: true,
    }),
  );
  expect(api.of('PUT /api/clients/me')).toEqual([]);
});

it('does not call a code wrong when it could not be checked', async () => {
  const api = server();
  renderAt(<Component />);
  await userEvent.click(await screen.findByRole('button', { name: 'Verify UK mobile' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  const verify = 'POST /api/clients/login/otp-verify';
  api.change(verify, () => problem(500, 'internal'));
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
  expect(await screen.findByText('Could not check the code. Try again.')).toBeInTheDocument();
  api.change(verify, () => problem(409, 'identifier_taken', { detail: 'This number has an account.' }));
  await userEvent.click(screen.getByRole('button', { name: 'Verify' }));
  expect(await screen.findByText('This number has an account.')).toBeInTheDocument();
});

it('asks for marketing consent separately, off by default', async () => {
  const api = server();
  renderAt(<Component />);
  const box = await screen.findByRole('checkbox', { name: /Send me offers/ });
  expect(box).not.toBeChecked();
  await userEvent.click(box);
  await waitFor(() => expect(api.of('PUT /api/clients/me')[0]?.body).toEqual({ marketingConsent: true }));
  await waitFor(() => expect(box).toBeChecked());
});

it('erases only after confirmation, and says why if it cannot', async () => {
  const api = server();
  renderAt(<Component />);
  await userEvent.click(await screen.findByRole('button', { name: 'Erase my account' }));
  const dialog = await screen.findByRole('dialog');
  expect(api.of('DELETE /api/clients/me')).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase my account' }));
  expect(await within(dialog).findByText(/a booking that has not ended/)).toBeInTheDocument();
  expect(getSession()).not.toBeNull();
  api.change('DELETE /api/clients/me', () => ({ status: 204 }));
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase my account' }));
  await waitFor(() => expect(getSession()).toBeNull());
});

it('ignores Keep it once the erasure is under way', async () => {
  const api = server();
  api.change('DELETE /api/clients/me', () => new Promise(() => undefined));
  renderAt(<Component />);
  await userEvent.click(await screen.findByRole('button', { name: 'Erase my account' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase my account' }));
  await waitFor(() => expect(within(dialog).getByRole('button', { name: 'Keep it' })).toBeDisabled());
  await userEvent.keyboard('{Escape}');
  expect(dialog).toBeInTheDocument();
});

it('asks for a code in place before it erases, and then goes on', async () => {
  const api = server();
  let erased = false;
  api.change('POST /api/clients/login/otp-verify', () => {
    erased = true;
    return { json: { token: token(), clientId: 'c-1' } };
  });
  api.change('DELETE /api/clients/me', () =>
    erased ? { status: 204 } : problem(409, 'fresh_code_required', { channel: 'email' }),
  );
  renderAt(<Component />);
  await userEvent.click(await screen.findByRole('button', { name: 'Erase my account' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Erase my account' }));
  const code = within(await screen.findByRole('dialog'));
  expect(await code.findByText(/we send a code to ada@example.com/)).toHaveFocus();
  await userEvent.click(code.getByRole('button', { name: 'Send code' }));
  await userEvent.type(await code.findByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(getSession()).toBeNull());
  expect(api.of('DELETE /api/clients/me')).toHaveLength(2);
  expect(api.of('POST /api/clients/login/otp-verify')[0]?.body).toEqual({
    email: 'ada@example.com',
    code: '123456',
  });
});

it('does not erase after its dialog was closed, though the code was right', async () => {
  const api = server();
  let verified = () => {};
  api.change('POST /api/clients/login/otp-verify', () => {
    const answer = { json: { token: token(), clientId: 'c-1' } };
    return new Promise((resolve) => (verified = () => resolve(answer)));
  });
  api.change('DELETE /api/clients/me', () => problem(409, 'fresh_code_required', { channel: 'email' }));
  renderAt(<Component />);
  await userEvent.click(await screen.findByRole('button', { name: 'Erase my account' }));
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Erase my account' }),
  );
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(await dialog.findByRole('button', { name: 'Send code' }));
  await userEvent.type(await dialog.findByLabelText('Code'), '123456{Enter}');
  await dialog.findByText('Checking…');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  await act(async () => verified());
  expect(api.of('DELETE /api/clients/me')).toHaveLength(1);
  expect(screen.getByRole('button', { name: 'Erase my account' })).toBeInTheDocument();
});

it('asks for a code of what is proved before a further contact is added', async () => {
  const api = server();
  const sent: unknown[] = [];
  api.change('POST /api/clients/login/otp-verify', ({ body }) => {
    sent.push(body);
    return sent.length === 1
      ? problem(409, 'fresh_code_required', { channel: 'email' })
      : { json: { token: token(), clientId: 'c-1' } };
  });
  renderAt(<Component />);
  await userEvent.click(await screen.findByRole('button', { name: 'Verify UK mobile' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send code' }));
  await userEvent.type(await within(dialog).findByLabelText('Code'), '123456{Enter}');
  expect(await within(dialog).findByText(/we send a code to ada@example.com/)).toBeInTheDocument();
  await userEvent.click(within(dialog).getByRole('button', { name: 'Send code' }));
  await userEvent.type(await within(dialog).findByLabelText('Code'), '654321{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(sent).toEqual([
    { phone: '+447700900123', code: '123456', attach: true },
    { email: 'ada@example.com', code: '654321' },
    { phone: '+447700900123', code: '123456', attach: true },
  ]);
});
