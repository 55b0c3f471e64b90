// Where the addresses lead.
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { endSession, startSession } from '@/shared/session';
import { token } from '@/test/token';
import { AppRoutes } from './routes';

afterEach(() => endSession('logout'));

it('tells a pro, too, that a page is not there', async () => {
  startSession(token({ sub: 'm-1', role: 'master' }));
  render(
    <MemoryRouter initialEntries={['/no/such/page']}>
      <AppRoutes />
    </MemoryRouter>,
  );
  expect(await screen.findByText(/^We couldn’t find that page/)).toBeInTheDocument();
});
