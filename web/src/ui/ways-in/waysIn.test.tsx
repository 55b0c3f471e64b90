import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { setPassword, signOutOthers } from '@/api/accounts';
import { startSession } from '@/shared/session';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { toast } from '../toast';
import { WaysIn } from './WaysIn';

vi.mock('../toast');

const PASSWORD = 'PUT /api/clients/me/password';
const user = userEvent.setup({ delay: null });

beforeEach(() => startSession(token({ email: 'ada@example.com' })));

async function open(answer: Parameters<typeof fakeApi>[0][string]) {
  const api = fakeApi({ [PASSWORD]: answer });
  const request = vi.fn(async () => {});
  const contact = { email: 'ada@example.com' };
  renderAt(<WaysIn {...{ contact, request, setPassword, signOutOthers }} />);
  await user.click(screen.getByRole('button', { name: 'Change password' }));
  return { api, request, dialog: within(screen.getByRole('dialog', { name: 'Change your password' })) };
}

it('sends a code once there is a password, and changes it with both', async () => {
  const { api, request, dialog } = await open(() => ({ status: 204 }));
  await user.click(dialog.getByRole('button', { name: 'Send code' }));
  const password = dialog.getByLabelText('New password');
  expect(password).toHaveAccessibleDescription('Password must be at least 6 characters.');
  expect(request).not.toHaveBeenCalled();
  await user.type(password, 'drain&tap');
  await user.click(dialog.getByRole('button', { name: 'Send code' }));
  expect(request).toHaveBeenCalledWith({ email: 'ada@example.com' });
  await user.type(await dialog.findByLabelText('Code'), '123 456');
  await user.click(dialog.getByRole('button', { name: 'Change password' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(api.of(PASSWORD)[0]?.body).toEqual({ code: '123456', password: 'drain&tap' });
  expect(toast).toHaveBeenCalledWith('Password changed', { tone: 'good' });
});

it.each([
  [problem(401, 'invalid_code'), 'Code', 'Invalid code. Try again.'],
  [
    problem(422, 'invalid', { errors: { password: 'This password is too common. Please choose another.' } }),
    'New password',
    'This password is too common. Please choose another.',
  ],
])('says what is wrong beside its field', async (answer, field, text) => {
  const { dialog } = await open(() => answer);
  await user.type(dialog.getByLabelText('New password'), 'password1');
  await user.click(dialog.getByRole('button', { name: 'Send code' }));
  await user.type(await dialog.findByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(dialog.getByLabelText(field)).toHaveAccessibleDescription(text));
});

it('signs out everywhere else, or says that it could not', async () => {
  const api = fakeApi({ 'DELETE /api/clients/me/sessions': () => ({ status: 204 }) });
  renderAt(<WaysIn contact={undefined} request={vi.fn()} {...{ setPassword, signOutOthers }} />);
  expect(screen.queryByRole('button', { name: 'Change password' })).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Signed out everywhere else', { tone: 'good' }));
  api.cut('DELETE /api/clients/me/sessions');
  await user.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() =>
    expect(toast).toHaveBeenCalledWith('Could not sign out elsewhere. Please try again.', { tone: 'bad' }),
  );
});
