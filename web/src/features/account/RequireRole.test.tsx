import { act, screen } from '@testing-library/react';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, expect, it, vi } from 'vitest';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { RequireRole } from './RequireRole';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

function Location() {
  const { pathname, search } = useLocation();
  return <p data-testid="location">{pathname + search}</p>;
}

const open = () =>
  renderAt(
    <Routes>
      <Route element={<RequireRole only="master" />}>
        <Route path="/master/onboarding" element={<h1>Complete your profile</h1>} />
      </Route>
      <Route path="*" element={<Location />} />
    </Routes>,
    '/master/onboarding',
  );

const toLogin = '/master/login?next=%2Fmaster%2Fonboarding';
const pro = () => token({ role: 'master', email: 'sam@example.com' });

afterEach(() => {
  toast.mockClear();
  endSession('logout');
  forgetLostSession();
});

it.each([
  ['nobody', null],
  ['a customer', token({ role: 'client' })],
  ['an unknown role', token({ role: 'admin' })],
])('%s is sent to the pro login', (_, held) => {
  if (held) startSession(held);
  open();
  expect(screen.getByTestId('location')).toHaveTextContent(toLogin);
  expect(toast).toHaveBeenCalledWith('Sign in to receive jobs');
});

it('asks nobody who looks for their own bookings to receive jobs', () => {
  renderAt(
    <Routes>
      <Route element={<RequireRole only="client" />}>
        <Route path="/client" element={<h1>Your bookings</h1>} />
      </Route>
      <Route path="*" element={<Location />} />
    </Routes>,
    '/client',
  );
  expect(screen.getByTestId('location')).toHaveTextContent('/login?role=client&next=%2Fclient');
  expect(toast).not.toHaveBeenCalled();
});

it('a pro sees the page until the session expires', () => {
  startSession(pro());
  open();
  expect(screen.getByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
  act(() => endSession('expired'));
  expect(screen.getByTestId('location')).toHaveTextContent(toLogin);
});

it('a pro who logs out goes to the landing page', () => {
  startSession(pro());
  open();
  act(() => endSession('logout'));
  expect(screen.getByTestId('location').textContent).toBe('/');
});
