// VAT invoices for our fees, and credit notes.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { problem } from '@/test/fakeApi';
import { loaded, openWith, part } from './testing';

const INVOICE = 'GET /api/masters/invoices/CF-2026-000001';
const PAGE = '/master/payouts/invoices/CF-2026-000001';
const head = {
  number: 'CF-2026-000001',
  kind: 'invoice',
  month: '2026-11',
  feePence: 3510,
  vatPence: 585,
} as const;

const invoice = {
  ...head,
  issuedAt: '2026-12-01T00:01:00+00:00',
  issuer: 'Callout Ltd\n1 Long Acre',
  vatNumber: 'GB123456789',
  name: 'Pat Plumber',
  address: '14 Harbour Row',
  lines: [{ bookingId: 'C-7K2M9XYZ', readableName: 'Leak / tap issue', feePence: 3510 }],
};

it('is listed with its month and sum', async () => {
  openWith({ invoices: [{ ...head, number: 'CN-2026-000001', kind: 'credit_note', feePence: 585 }, head] });
  await loaded();
  const [credit, fees] = part('Invoices for our fees').getAllByRole('listitem');
  expect(credit).toHaveTextContent('CN-2026-000001Credit note, November 2026: £5.85');
  expect(fees).toHaveTextContent('CF-2026-000001Invoice, November 2026: £35.10');
  expect(screen.getByRole('link', { name: 'CF-2026-000001' })).toHaveAttribute('href', PAGE);
});

it('shows who charges whom, each fee and the VAT', async () => {
  openWith({}, { [INVOICE]: () => ({ json: invoice }) }, PAGE);
  expect(await screen.findByRole('heading', { name: 'Invoice CF-2026-000001' })).toBeInTheDocument();
  for (const text of ['GB123456789', 'Pat Plumber', '14 Harbour Row', '1 December 2026'])
    expect(await screen.findByText(text)).toBeInTheDocument();
  const fees = within(screen.getByRole('region', { name: 'Fees' }));
  expect(fees.getByRole('listitem')).toHaveTextContent('Leak / tap issue (C-7K2M)£35.10');
  const sums = fees.getAllByRole('definition').map((sum) => sum.textContent);
  expect(sums).toEqual(['£29.25', '£5.85', '£35.10']);
  expect(screen.getByRole('button', { name: 'Print' })).toBeInTheDocument();
});

it('says that it could not be loaded', async () => {
  openWith({}, { [INVOICE]: () => problem(500, 'internal') }, PAGE);
  expect(await screen.findByText('Failed to load this invoice')).toBeInTheDocument();
});
