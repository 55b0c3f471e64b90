import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { problem } from '@/test/fakeApi';
import { loaded, openWith } from './testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));
beforeEach(() => {
  toast.mockClear();
});

const TAX = 'GET /api/masters/me/tax';
const SAVE = 'PUT /api/masters/me/tax';
const PAGE = '/master/payouts/tax';

const user = userEvent.setup({ delay: null });
const field = (name: string | RegExp) => screen.findByLabelText(name);
const save = async () => user.click(await screen.findByRole('button', { name: 'Save' }));

const given = {
  legalName: 'Ada Lovelace',
  address: '1 High Street',
  birthDate: '1985-04-23',
  nationalInsurance: '••••456C',
};

it('is asked for before anything is paid out', async () => {
  openWith({ availablePence: 5000, hasTaxDetails: false });
  await loaded();
  expect(screen.getByText(/^Before the first payout we also need your tax details/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).not.toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Add tax details' })).toHaveAttribute('href', PAGE);
});

it('sends what was typed, and goes back to the payouts', async () => {
  const api = openWith(
    {},
    { [TAX]: () => ({ json: { details: null } }), [SAVE]: () => ({ json: { details: given } }) },
    PAGE,
  );
  await user.clear(await field('Legal name'));
  await user.type(await field('Legal name'), 'Ada Lovelace');
  await user.type(await field('Address'), '1 High Street');
  await user.type(await field('Date of birth'), '1985-04-23');
  await user.type(await field('National Insurance number'), 'ab 12 34 56 c');
  await save();
  await loaded();
  expect(api.of(SAVE)[0]?.body).toEqual({
    legalName: 'Ada Lovelace',
    address: '1 High Street',
    birthDate: '1985-04-23',
    nationalInsurance: 'AB123456C',
    utr: '',
    companyNumber: '',
    vatNumber: '',
  });
  expect(toast).toHaveBeenCalledWith('Your tax details are saved', { tone: 'good' });
});

it('reports what is missing at its field, and sends nothing', async () => {
  const api = openWith({}, { [TAX]: () => ({ json: { details: null } }) }, PAGE);
  await user.clear(await field('Legal name'));
  await user.type(await field(/^Unique Taxpayer Reference/), '123');
  await save();
  for (const message of [
    'Legal name is required.',
    'Address is required.',
    'Enter your date of birth.',
    'A UTR has 10 digits.',
  ])
    expect(await screen.findByText(message)).toBeInTheDocument();
  expect(api.of(SAVE)).toHaveLength(0);
});

it('wants one of the two numbers', async () => {
  const { nationalInsurance: _, ...open } = given;
  const api = openWith({}, { [TAX]: () => ({ json: { details: open } }) }, PAGE);
  await field('Legal name');
  await save();
  expect(await screen.findByText('Enter your National Insurance number or your UTR.')).toBeInTheDocument();
  await waitFor(async () => expect(await field('National Insurance number')).toHaveFocus());
  expect(api.of(SAVE)).toHaveLength(0);
});

it('shows what is on record, and the server’s word on a field', async () => {
  openWith(
    {},
    {
      [TAX]: () => ({ json: { details: given } }),
      [SAVE]: () => problem(422, 'invalid', { errors: { birthDate: 'Check your date of birth.' } }),
    },
    PAGE,
  );
  expect(await field('Legal name')).toHaveValue('Ada Lovelace');
  expect(screen.getByText('We have ••••456C. Please enter it again.')).toBeInTheDocument();
  await user.type(await field('National Insurance number'), 'AB123456C');
  await save();
  expect(await screen.findByText('Check your date of birth.')).toBeInTheDocument();
  expect(await field('Date of birth')).toBeInvalid();
});
