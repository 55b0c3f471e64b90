import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useNavigate } from 'react-router';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { FindBooking } from '@/ui/FindBooking';
import { SignedOutNotice, SignInPopup } from './SignInParts';

// Load the popup's code up front, so that it does not count towards a test's time limit.
beforeAll(() => import('./SignInPopup'), 30_000);

afterEach(() => {
  endSession('logout');
  forgetLostSession();
});

function Host() {
  const navigate = useNavigate();
  return (
    <>
      <button type="button" onClick={() => navigate('/elsewhere')}>
        Leave
      </button>
      <SignedOutNotice />
      <SignInPopup />
    </>
  );
}

/** Asks for sign-in as a screen would; the returned mock receives the answer. */
function ask() {
  const answered = vi.fn();
  act(() => void askToSignIn({ identifier: 'ada@example.com' }).then(answered));
  return answered;
}

const popup = () => screen.findByRole('dialog', { name: 'Sign in' });

it('resolves to true once somebody has signed in', async () => {
  fakeApi({
    'POST /api/clients/login/otp-request': () => ({ status: 202, json: { ok: true } }),
    'POST /api/clients/login/otp-verify': () => ({ json: { token: token(), clientId: 'c-1' } }),
  });
  renderAt(<Host />);
  const answered = ask();
  await popup();
  await userEvent.click(await screen.findByRole('button', { name: 'Send code' }));
  await userEvent.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await vi.waitFor(() => expect(answered).toHaveBeenCalledWith(true));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('resolves to false when the popup is closed and when the user leaves the screen', async () => {
  renderAt(<Host />);
  const closed = ask();
  await popup();
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
  await vi.waitFor(() => expect(closed).toHaveBeenCalledWith(false));
  const left = ask();
  await popup();
  // The popup covers the page, but the browser's back button still leaves it.
  act(() => screen.getByText('Leave').click());
  await vi.waitFor(() => expect(left).toHaveBeenCalledWith(false));
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('an expired session shows a notice that offers to sign in again', async () => {
  startSession(token({ email: 'ada@example.com' }));
  renderAt(<Host />);
  act(() => endSession('expired'));
  expect(
    await screen.findByText('Your session has ended. What you have entered is kept.'),
  ).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Sign in again' }));
  await popup();
  expect(await screen.findByLabelText('Email or UK mobile')).toHaveValue('ada@example.com');
  await userEvent.click(screen.getByRole('button', { name: 'Close' }));
});

it('says it in one place: not above a page that offers to sign in itself', async () => {
  startSession(token());
  renderAt(
    <>
      <SignedOutNotice />
      <FindBooking title="Sign in to see this booking" />
    </>,
  );
  act(() => endSession('expired'));
  expect(await screen.findByText(/^Your session has ended\./)).toHaveTextContent('Log in to find it.');
  expect(screen.queryByRole('button', { name: 'Sign in again' })).not.toBeInTheDocument();
});

it('a dismissed notice does not come back', async () => {
  startSession(token());
  renderAt(<Host />);
  act(() => endSession('refused'));
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  expect(screen.queryByText(/Your session has ended/)).not.toBeInTheDocument();
});
