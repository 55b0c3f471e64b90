import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { renderAt } from '@/test/render';
import { BookingLayout } from './BookingLayout';
import { SkipLink } from './SkipLink';

it('on a phone the skip link leads before the heading, which comes with its step', async () => {
  const query = { matches: false, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal('matchMedia', () => query);
  renderAt(
    <>
      <SkipLink />
      <BookingLayout title="Schedule" step={3} onBack={() => undefined}>
        <button type="button">09:00–11:00</button>
      </BookingLayout>
    </>,
  );
  await userEvent.click(screen.getByRole('link', { name: 'Skip to main content' }));
  const main = screen.getByRole('main');
  expect(main).toHaveFocus();
  expect(within(main).getByRole('heading', { name: 'Schedule' })).toBeInTheDocument();
  expect(within(main).getByText(/^step 3 of 5/)).toHaveTextContent('step 3 of 5 · Estimate');
  await userEvent.tab();
  expect(within(main).getByRole('button', { name: 'Back' })).toHaveFocus();
});
