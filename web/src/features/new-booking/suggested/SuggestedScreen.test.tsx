// What a pro suggests, opened by its link.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { beforeEach, expect, it } from 'vitest';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { getDraft, reloadDraft, updateDraft } from '../draft/store';
import { Component as SuggestedScreen } from './SuggestedScreen';

const OPEN = 'GET /api/invitations/work-1.mac';
const DECLINE = 'POST /api/invitations/work-1.mac/decline';

const invitation = {
  text: 'Both bathroom taps drip: replace their washers.',
  problemType: 'leak',
  readableName: 'Leak / tap issue',
  suggestedAt: '2026-11-23T10:00:00Z',
  until: '2099-12-23T10:00:00Z',
  state: 'open',
};
const opened = {
  invitation,
  pro: { id: 'master-1', name: 'Sam O.', verified: true },
  district: 'SW1A',
  address: {
    fullName: 'Ada Brown',
    phone: '+447700900123',
    line1: '1 High Street',
    postcode: 'SW1A 1AA',
  },
  promisedHours: 24,
};

beforeEach(() => {
  localStorage.clear();
  reloadDraft();
});

function open(answers: Parameters<typeof fakeApi>[0] = { [OPEN]: () => ({ json: opened }) }) {
  const api = fakeApi(answers);
  renderAt(
    <Routes>
      <Route path="/booking/suggested/:token" element={<SuggestedScreen />} />
      <Route path="/booking/create" element={<h1>What needs fixing?</h1>} />
    </Routes>,
    '/booking/suggested/work-1.mac',
  );
  return api;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('says who suggests what, and that nobody else is asked', async () => {
  open();
  const title = await screen.findByRole('heading', { name: 'Sam O. suggests: Leak / tap issue' });
  expect(title).toBeInTheDocument();
  expect(screen.getByText(invitation.text)).toBeInTheDocument();
  expect(screen.getByText(/Only Sam O\. is asked\. They have 24 hours/)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'About Sam O.' })).toHaveAttribute('href', '/pros/master-1');
});

it('leads to a draft that is filled in, the address to be confirmed', async () => {
  open();
  await press('See price and choose a time');
  await screen.findByRole('heading', { name: 'What needs fixing?' });
  expect(getDraft()).toMatchObject({
    description: invitation.text,
    problemTypeToUse: 'leak',
    postcodePrefix: 'SW1A',
    urgency: 'SCHEDULED',
    invitation: { token: 'work-1.mac', pro: 'Sam O.' },
    address: { fullName: 'Ada Brown', postcode: 'SW1A 1AA' },
    addressToConfirm: true,
  });
});

it('asks before it replaces an unfinished booking', async () => {
  updateDraft({ description: 'Blocked sink' });
  open();
  await press('See price and choose a time');
  expect(await screen.findByText('Blocked sink')).toBeInTheDocument();
  expect(getDraft().description).toBe('Blocked sink');
  await press('Replace it');
  await waitFor(() => expect(getDraft().description).toBe(invitation.text));
});

it('takes a no', async () => {
  const declined = { ...opened, invitation: { ...invitation, state: 'declined' } };
  const api = open({ [OPEN]: () => ({ json: opened }), [DECLINE]: () => ({ json: declined }) });
  await press('No, thanks');
  expect(await screen.findByText('You said no to this. Nothing was booked.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'See price and choose a time' })).not.toBeInTheDocument();
  expect(api.of(DECLINE)).toHaveLength(1);
});

it('says why a no is not taken', async () => {
  const refusal = () => problem(409, 'invitation_used', { detail: 'This was booked already.' });
  open({ [OPEN]: () => ({ json: opened }), [DECLINE]: refusal });
  await press('No, thanks');
  expect(await screen.findByText('This was booked already.')).toBeInTheDocument();
});

it.each([
  ['booked', /was booked already/],
  ['expired', /has ended/],
])('says what became of it: %s', async (state, text) => {
  open({ [OPEN]: () => ({ json: { ...opened, invitation: { ...invitation, state } } }) });
  expect(await screen.findByText(text)).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'Book a job' })).toHaveAttribute('href', '/booking/create');
});

it('says that a link opens nothing', async () => {
  open({ [OPEN]: () => problem(404, 'not_found') });
  expect(await screen.findByText('This link is not valid or has ended')).toBeInTheDocument();
});
