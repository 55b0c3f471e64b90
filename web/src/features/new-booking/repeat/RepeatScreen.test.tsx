import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { getDraft, reloadDraft, updateDraft } from '../draft/store';
import { Component as RepeatScreen } from './RepeatScreen';

const booking = {
  id: 'C-7K2M9',
  status: 'completed',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  description: 'Leaking tap',
  customer_name: 'Ada Brown',
  customer_phone: '+447700900123',
  address_line1: '1 High Street',
  postcode: 'SW1A 1AA',
};

beforeEach(() => {
  localStorage.clear();
  reloadDraft();
  fakeApi({ 'GET /api/bookings/C-7K2M9': () => ({ json: booking }) });
});

function open(query = '') {
  renderAt(
    <Routes>
      <Route path="/booking/repeat/:id" element={<RepeatScreen />} />
      <Route path="/booking/create" element={<h1>What needs fixing?</h1>} />
    </Routes>,
    `/booking/repeat/C-7K2M9${query}`,
  );
}

it("takes over an earlier booking's job and address, the address to be confirmed", async () => {
  open();
  await screen.findByRole('heading', { name: 'What needs fixing?' });
  expect(getDraft()).toMatchObject({
    description: 'Leaking tap',
    postcodePrefix: 'SW1A',
    address: { fullName: 'Ada Brown', postcode: 'SW1A 1AA' },
    addressToConfirm: true,
  });
});

it('begins with the job of another trade', async () => {
  open('?type=socket');
  await screen.findByRole('heading', { name: 'What needs fixing?' });
  expect(getDraft()).toMatchObject({ description: 'Leaking tap', problemTypeToUse: 'socket' });
});

it('asks before it replaces an unfinished booking', async () => {
  updateDraft({ description: 'Blocked sink' });
  open();
  expect(await screen.findByText('Blocked sink')).toBeInTheDocument();
  expect(getDraft().description).toBe('Blocked sink');
  await userEvent.click(screen.getByRole('button', { name: 'Replace it' }));
  await waitFor(() => expect(getDraft().description).toBe('Leaking tap'));
});

it('goes on with the unfinished booking instead', async () => {
  updateDraft({ description: 'Blocked sink' });
  open();
  await userEvent.click(await screen.findByRole('link', { name: 'Go on with it' }));
  await screen.findByRole('heading', { name: 'What needs fixing?' });
  expect(getDraft().description).toBe('Blocked sink');
});
