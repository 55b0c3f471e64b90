// Where the addresses lead: from the start a pro to work, everybody else to what Callout is.
import { render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { endSession, startSession } from '@/shared/session';
import { fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { AppRoutes } from './routes';

function Location() {
  return <p data-testid="location">{useLocation().pathname}</p>;
}

function open() {
  return renderAt(
    <>
      <Location />
      <AppRoutes />
    </>,
  );
}

afterEach(() => endSession('logout'));

it('leads a signed-in pro from the start to work', async () => {
  fakeApi({});
  startSession(token({ role: 'master' }));
  open();
  expect(await screen.findByText('Your profile could not be loaded.')).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent('/master');
  expect(screen.queryByRole('link', { name: /Request a Plumber/ })).not.toBeInTheDocument();
});

it.each([
  ['nobody', null],
  ['a client', token()],
])('shows %s what Callout is', async (_, held) => {
  fakeApi({});
  if (held) startSession(held);
  open();
  expect(screen.getByTestId('location').textContent).toBe('/');
  expect(await screen.findByRole('link', { name: /Request a Plumber/ })).toBeInTheDocument();
});

it('tells a pro, too, that a page is not there', async () => {
  startSession(token({ sub: 'm-1', role: 'master' }));
  render(
    <MemoryRouter initialEntries={['/no/such/page']}>
      <AppRoutes />
    </MemoryRouter>,
  );
  expect(await screen.findByText(/^We couldn’t find that page/)).toBeInTheDocument();
});
