import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { problem } from '@/test/fakeApi';
import { newPro, openArea, serverOf } from '../testing';
import { loaded, nothing, openWith, PAYOUTS } from './testing';

const DETAILS = 'POST /api/masters/payouts/details';
const REFRESH = 'POST /api/masters/payouts/details/refresh';
const CHOOSE = 'POST /api/sandbox/payout-details';
const RETURNED = '/master/payouts?details=returned';
const TEST_PAGE = '/master/payouts/test-details';
const WHY = 'We pay out every Friday once your bank details are in. They stay with our payment provider.';

const user = userEvent.setup({ delay: null });
const button = (name: string) => screen.findByRole('button', { name });
const address = () => screen.getByTestId('location');

it.each([
  ['missing', 'Add bank details'],
  ['incomplete', 'Finish bank details'],
] as const)('leads to the provider while the details are %s', async (details, name) => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const url = 'https://connect.stripe.com/setup/e/acct_1/xyz';
  const api = openWith({ availablePence: 5000, details }, { [DETAILS]: () => ({ json: { url } }) });
  await loaded();
  expect(screen.getByText(WHY)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  expect(
    screen.getByText('Next payout: Friday 27 November, if your details are in by then'),
  ).toBeInTheDocument();
  await user.click(await button(name));
  await waitFor(() => expect(go).toHaveBeenCalledWith(url));
  expect(api.of(DETAILS)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
});

it('says when the provider’s page could not be opened', async () => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  openWith({ details: 'missing' }, { [DETAILS]: () => problem(502, 'payment_unavailable') });
  await user.click(await button('Add bank details'));
  expect(
    await screen.findByText('The page for your bank details could not be opened. Please try again.'),
  ).toBeInTheDocument();
  expect(go).not.toHaveBeenCalled();
});

it('asks once after the return, and shows what is so then', async () => {
  const api = openWith({ details: 'missing' }, {}, RETURNED);
  api.change(REFRESH, () => {
    api.change(PAYOUTS, () => ({ json: { ...nothing, availablePence: 5000 } }));
    return { json: { details: 'ready' } };
  });
  await button('Withdraw');
  expect(screen.getByText('Next payout: Friday 27 November')).toBeInTheDocument();
  expect(address()).toHaveTextContent(/^\/master\/payouts$/);
  expect(api.of(REFRESH)).toHaveLength(1);
  // The old state was not even asked for.
  expect(api.of(PAYOUTS)).toHaveLength(1);
});

it('shows what it knows when the provider could not be asked, and asks again', async () => {
  const api = openWith(
    { details: 'incomplete' },
    { [REFRESH]: () => problem(502, 'payment_unavailable') },
    RETURNED,
  );
  expect(await screen.findByText('Your bank details could not be checked.')).toBeInTheDocument();
  await button('Finish bank details');
  expect(address()).toHaveTextContent(/^\/master\/payouts$/);
  api.change(REFRESH, () => ({ json: { details: 'ready' } }));
  api.change(PAYOUTS, () => ({ json: nothing }));
  await user.click(await button('Retry'));
  await button('Withdraw');
  expect(screen.queryByText('Your bank details could not be checked.')).not.toBeInTheDocument();
});

it('stands in for the provider’s page in test mode', async () => {
  const api = openWith(
    { details: 'incomplete' },
    { [CHOOSE]: () => ({ status: 204 }), [REFRESH]: () => ({ json: { details: 'incomplete' } }) },
    TEST_PAGE,
  );
  await screen.findByRole('heading', { level: 1, name: 'Test bank details' });
  expect(screen.getByText(/no money moves/)).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'An account that takes payouts' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'An account whose bank refuses payouts' })).toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'More details are needed' }));
  await user.click(await button('Continue'));
  await button('Finish bank details');
  expect(api.of(CHOOSE)[0]?.body).toEqual({ account: 'needs_more' });
  expect(api.of(REFRESH)).toHaveLength(1);
  expect(address()).toHaveTextContent(/^\/master\/payouts$/);
});

it.each([
  [problem(404, 'not_found'), 'This page is only for test mode.'],
  [problem(500, 'internal'), 'Your choice could not be saved. Please try again.'],
])('says when there is nothing to choose, or it was not saved', async (answer, text) => {
  openWith({}, { [CHOOSE]: () => answer }, TEST_PAGE);
  await user.click(await button('Continue'));
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(address()).toHaveTextContent(TEST_PAGE);
});

it('comes with activation', async () => {
  serverOf(newPro);
  openArea(TEST_PAGE);
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
});

it('asks for a code in place before bank details change, and then goes on', async () => {
  const go = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
  const url = 'https://connect.stripe.com/express/acct_1/xyz';
  let isFresh = false;
  const api = openWith(
    { details: 'ready' },
    {
      [DETAILS]: () =>
        isFresh ? { json: { url } } : problem(409, 'fresh_code_required', { channel: 'email' }),
      'POST /api/masters/login/otp-request': () => ({ status: 202, json: { ok: true } }),
      'POST /api/masters/login/otp-verify': () => {
        isFresh = true;
        return { json: { token: 't', email: 'sam@example.com', role: 'master' } };
      },
    },
  );
  await loaded();
  await user.click(await button('Change bank details'));
  expect(await screen.findByText(/we send a code to sam@example.com/)).toHaveFocus();
  await user.click(await button('Send code'));
  await user.type(await screen.findByLabelText('Code'), '123456{Enter}');
  await waitFor(() => expect(go).toHaveBeenCalledWith(url));
  const asked = api.of('POST /api/masters/login/otp-verify')[0];
  expect(asked?.headers.get('Authorization')).toMatch(/^Bearer /);
});
