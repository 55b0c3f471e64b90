import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { loadPricing } from '@/pricing';
import { noteReached } from '@/shared/connection';
import { renderAt } from '@/test/render';
import { updateDraft } from '../draft';
import { getDraft, reloadDraft } from '../draft/store';
import { storeEstimate, tryEstimate } from '../estimate/pricing';
import { Component as AddressScreen } from './AddressScreen';

let asked: { path: string; body: unknown }[];
let answer: () => Response | Promise<Response>;

beforeEach(async () => {
  reloadDraft();
  noteReached();
  const input = { text: 'leaking tap', postcode: 'SW1' };
  storeEstimate(input, tryEstimate(await loadPricing(), input));
  asked = [];
  answer = () => Response.json({ clientId: 'guest-1', token: 'a.b.c' });
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    asked.push({ path: url, body: JSON.parse(String(init.body)) });
    return Promise.resolve().then(answer);
  });
});

function open(address = '/booking/address') {
  return renderAt(
    <Routes>
      <Route path="/booking/address" element={<AddressScreen />} />
      <Route path="/booking/time" element={<h1>Time</h1>} />
    </Routes>,
    address,
  );
}

const submit = () => userEvent.click(screen.getByRole('button', { name: 'Continue to Schedule' }));

async function fill(postcode: string) {
  await userEvent.type(screen.getByLabelText('Full name'), ' Ada Brown ');
  await userEvent.type(screen.getByLabelText('UK mobile'), '07700 900123');
  await userEvent.type(screen.getByLabelText('Address line 1'), '1 High Street');
  await userEvent.clear(screen.getByLabelText('Postcode'));
  await userEvent.type(screen.getByLabelText('Postcode'), postcode);
}

it('pre-fills the postcode and says so until it is changed', async () => {
  open();
  expect(screen.getByLabelText('Postcode')).toHaveValue('SW1');
  const hint = 'Pre-filled from previous step — please confirm full postcode.';
  expect(screen.getByText(hint)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Postcode'), 'A');
  expect(screen.queryByText(hint)).not.toBeInTheDocument();
});

it('lists what is wrong, takes the focus there, and keeps nothing', async () => {
  open();
  await userEvent.type(screen.getByLabelText('UK mobile'), '020 7946 0000');
  await submit();
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  expect(summary).toHaveTextContent('Full name is required.');
  expect(summary).toHaveTextContent('Please enter a valid UK mobile number.');
  expect(summary).toHaveTextContent('Address line is required.');
  expect(screen.getByLabelText('UK mobile')).toHaveAccessibleDescription(
    'Please enter a valid UK mobile number.',
  );
  expect(screen.getByLabelText('UK mobile')).toHaveValue('020 7946 0000');
  expect(document.title).toMatch(/^Error: /);
  expect(getDraft().address).toBeUndefined();
  expect(asked).toEqual([]);
});

it('normalises, names the person, makes the guest and goes on', async () => {
  open();
  await fill('sw1a1aa');
  await userEvent.type(screen.getByLabelText('Email (optional)'), 'Ada@Example.com');
  await submit();
  await screen.findByRole('heading', { name: 'Time' });
  expect(getDraft()).toMatchObject({
    userId: 'ada@example.com',
    address: {
      fullName: 'Ada Brown',
      phone: '+447700900123',
      email: 'ada@example.com',
      line1: '1 High Street',
      postcode: 'SW1A 1AA',
    },
  });
  expect(sessionStorage).toHaveLength(0);
  expect(asked).toEqual([
    { path: '/api/clients/ensure-guest', body: { email: 'ada@example.com', phone: '+447700900123' } },
  ]);
});

it.each([
  ['refuses', () => Response.json({ code: 'unexpected' }, { status: 500 })],
  ['cannot be reached', () => Promise.reject(new TypeError('offline'))],
])('goes on when the server %s: checkout makes the guest', async (_, failing) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answer = failing;
  open();
  await fill('SW1A 1AA');
  await submit();
  await screen.findByRole('heading', { name: 'Time' });
  expect(getDraft().userId).toBe('+447700900123');
});

it('says that another region changes the price, and prices by it', async () => {
  updateDraft({ userId: 'known@example.com' });
  open();
  await fill('M1 1AE');
  expect(await screen.findByText(/the price changes with the region \(Standard\)/)).toHaveTextContent(
    '£80–£95',
  );
  await submit();
  await screen.findByRole('heading', { name: 'Time' });
  expect(getDraft()).toMatchObject({
    userId: 'known@example.com',
    postcodePrefix: 'M1',
    estimationResult: { estimated_cost: 87.5 },
  });
});

it('says calmly that a postcode lies outside the area given before', async () => {
  open();
  await userEvent.clear(screen.getByLabelText('Postcode'));
  await userEvent.type(screen.getByLabelText('Postcode'), 'E1 6AN');
  expect(await screen.findByText(/outside SW1, the area you gave before/)).toHaveTextContent(
    'the price stays the same',
  );
});

it('restores a saved address, and opens on the entry notes when asked to', async () => {
  updateDraft({
    address: { fullName: 'Ada Brown', phone: '+447700900123', line1: '1 High Street', postcode: 'SW1A 1AA' },
  });
  open('/booking/address?edit&focus=entry');
  expect(screen.getByLabelText('Postcode')).toHaveValue('SW1A 1AA');
  expect(screen.queryByText(/Pre-filled/)).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('Entry info (optional)')).toHaveFocus());
});

it('keeps what was not submitted through a reload', async () => {
  const { unmount } = open();
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada');
  unmount();
  open();
  expect(screen.getByLabelText('Full name')).toHaveValue('Ada');
  expect(getDraft().address).toBeUndefined();
});
