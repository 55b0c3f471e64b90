import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { loadPricing } from '@/pricing';
import { noteReached } from '@/shared/connection';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { askToSignIn } from '@/shared/signIn';
import { type FakeCall, fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { guestToken, token } from '@/test/token';
import { updateDraft } from '../draft';
import { emptyDraft } from '../draft/schema';
import { getDraft, reloadDraft } from '../draft/store';
import { storeEstimate, tryEstimate } from '../estimate/pricing';
import { Component as AddressScreen } from './AddressScreen';

vi.mock('@/shared/signIn');

const ensureGuest = 'POST /api/clients/ensure-guest';
const identifierExists = 'GET /api/clients/identifier-exists';
const profile = 'GET /api/clients/me';

let api: ReturnType<typeof fakeApi>;

beforeEach(async () => {
  reloadDraft();
  noteReached();
  const input = { text: 'leaking tap', postcode: 'SW1' };
  storeEstimate(input, tryEstimate(await loadPricing(), input));
  api = fakeApi({
    [ensureGuest]: () => ({ json: { clientId: 'guest-1', token: guestToken() } }),
    [identifierExists]: () => ({ json: { exists: false } }),
  });
});

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>At {pathname + search}</p>;
}

function open(address = '/booking/address') {
  return renderAt(
    <Routes>
      <Route path="/booking/address" element={<AddressScreen />} />
      <Route path="/booking/time" element={<h1>Time</h1>} />
      <Route path="/booking/payment" element={<h1>Payment</h1>} />
      <Route path="*" element={<Elsewhere />} />
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

it('prefills the postcode and says so until it is changed', async () => {
  open();
  expect(screen.getByLabelText('Postcode')).toHaveValue('SW1');
  const hint = 'Pre-filled from previous step — please confirm full postcode.';
  expect(screen.getByText(hint)).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Postcode'), 'A');
  expect(screen.queryByText(hint)).not.toBeInTheDocument();
});

it.each([
  ['SW1A', 'SW1A 1AA'],
  ['M1', 'M1'],
])('offers the whole postcode that was typed as the area: %s', (postcodePrefix, offered) => {
  updateDraft({ postcodePrefix, fullPostcode: 'SW1A 1AA' });
  open();
  expect(screen.getByLabelText('Postcode')).toHaveValue(offered);
});

it('lists the errors, moves the focus to the list, and saves nothing', async () => {
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
  expect(api.of(ensureGuest)).toEqual([]);
});

it('normalises the input, stores the user, creates the guest and continues', async () => {
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
  expect(api.of(ensureGuest).map(({ body }) => body)).toEqual([
    { email: 'ada@example.com', phone: '+447700900123' },
  ]);
});

it.each([
  ['fails', problem(500, 'unexpected')],
  ['cannot be reached', null],
])('continues when the server %s; checkout creates the guest', async (_, refusal) => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  if (refusal) api.change(ensureGuest, () => refusal);
  else api.cut(ensureGuest);
  open();
  await fill('SW1A 1AA');
  await submit();
  await screen.findByRole('heading', { name: 'Time' });
  expect(getDraft().userId).toBe('+447700900123');
});

it('says when another region changes the price, and uses the new price', async () => {
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

const notice = { fromPence: 9750, fromArea: 'SW1', toPence: 8750, toArea: 'M1' };

it('lets a field that is emptied again keep the focus', async () => {
  open();
  await fill('SW1A 1AA');
  const name = screen.getByLabelText('Full name');
  await userEvent.clear(name);
  await submit();
  expect(await screen.findByRole('alert')).toHaveFocus();
  await userEvent.type(name, 'A');
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  await userEvent.clear(name);
  expect(await screen.findByRole('alert')).toBeInTheDocument();
  expect(name).toHaveFocus();
});

it('leaves a note of the changed price, once, for the screen that shows the price', async () => {
  open();
  await fill('M1 1AE');
  await submit();
  await screen.findByRole('heading', { name: 'Time' });
  expect(getDraft().baseChange).toEqual(notice);
  expect(screen.queryByText(/Price updated/)).not.toBeInTheDocument();
});

it('clears the note when the address is given again and changes nothing', async () => {
  updateDraft({ baseChange: notice });
  open();
  await fill('SW1A 1AA');
  await submit();
  await screen.findByRole('heading', { name: 'Time' });
  expect(getDraft().baseChange).toBeUndefined();
});

it('opened by Edit, saves and goes straight back to the payment', async () => {
  updateDraft({ timeSlotId: 'EMERGENCY_NOW', urgency: 'EMERGENCY' });
  open('/booking/address?return=payment');
  await fill('SW1A 1AA');
  await userEvent.click(screen.getByRole('button', { name: 'Save address' }));
  await screen.findByRole('heading', { name: 'Payment' });
});

it("asks to confirm the postcode of a repeated booking's address", async () => {
  const address = { fullName: 'Ada', phone: '+447700900123', line1: '1 High Street', postcode: 'SW1A 1AA' };
  updateDraft({ address, addressToConfirm: true });
  open();
  expect(screen.getByText(/Pre-filled from previous step/)).toBeInTheDocument();
  await submit();
  await screen.findByRole('heading', { name: 'Time' });
  expect(getDraft().addressToConfirm).toBeUndefined();
});

it('says so when another tab has booked the job, and writes nothing back', async () => {
  const { unmount } = open();
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada');
  const { draftId } = getDraft();
  const booked = { draftId, bookingId: 'C-7K2M9' };
  const draft = { ...emptyDraft(`another-${draftId}`), booked };
  localStorage.setItem('callout.draft', JSON.stringify({ version: 1, savedAt: Date.now(), draft }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'callout.draft' })));
  expect(screen.getByText(/You've already booked this/)).toHaveTextContent('C-7K2M9');
  expect(screen.queryByLabelText('Full name')).not.toBeInTheDocument();
  window.dispatchEvent(new Event('pagehide'));
  unmount();
  expect(sessionStorage).toHaveLength(0);
});

it('mentions that a postcode is outside the area given before', async () => {
  open();
  await userEvent.clear(screen.getByLabelText('Postcode'));
  await userEvent.type(screen.getByLabelText('Postcode'), 'E1 6AN');
  expect(await screen.findByText(/outside SW1, the area you gave before/)).toHaveTextContent(
    'the price stays the same',
  );
});

it('restores a saved address, and opens at the entry notes when asked to', async () => {
  updateDraft({
    address: { fullName: 'Ada Brown', phone: '+447700900123', line1: '1 High Street', postcode: 'SW1A 1AA' },
  });
  open('/booking/address?edit&focus=entry');
  expect(screen.getByLabelText('Postcode')).toHaveValue('SW1A 1AA');
  expect(screen.queryByText(/Pre-filled/)).not.toBeInTheDocument();
  await waitFor(() => expect(screen.getByLabelText('Entry info (optional)')).toHaveFocus());
});

it('leads to the entry notes of a booking that exists', async () => {
  open('/booking/address?edit=C-7K2M9&focus=entry');
  expect(await screen.findByText('At /booking/C-7K2M9?focus=entry')).toBeInTheDocument();
});

it('keeps unsubmitted input across a reload', async () => {
  const { unmount } = open();
  await userEvent.type(screen.getByLabelText('Full name'), 'Ada');
  unmount();
  open();
  expect(screen.getByLabelText('Full name')).toHaveValue('Ada');
  expect(getDraft().address).toBeUndefined();
});

describe('an existing account', () => {
  const strip = 'Looks like you already have an account.';
  const email = () => screen.getByLabelText('Email (optional)');
  const accountExists = (...identifiers: string[]) =>
    api.change(identifierExists, ({ query }: FakeCall) => ({
      json: { exists: identifiers.includes(query.get('email') ?? query.get('phone') ?? '') },
    }));

  it('is mentioned once typing has paused; Skip dismisses it', async () => {
    accountExists('known@example.com');
    open();
    await userEvent.type(email(), 'Known@Example.com');
    expect(await screen.findByText(strip)).toBeInTheDocument();
    // 'known@example.co' is a complete address too, but typing did not pause there.
    expect(api.of(identifierExists).map(({ query }) => query.get('email'))).toEqual(['known@example.com']);
    await userEvent.click(screen.getByRole('button', { name: 'Skip' }));
    expect(screen.queryByText(strip)).not.toBeInTheDocument();
    await userEvent.type(email(), '.uk{Backspace}{Backspace}{Backspace}');
    expect(screen.queryByText(strip)).not.toBeInTheDocument();
  });

  it('can be found by mobile, which then prefills the popup', async () => {
    accountExists('+447700900124');
    open();
    await userEvent.type(screen.getByLabelText('UK mobile'), '07700 900124');
    await screen.findByText(strip);
    vi.mocked(askToSignIn).mockResolvedValue(false);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with code' }));
    expect(askToSignIn).toHaveBeenCalledWith({ identifier: '+447700900124' });
    // The popup was closed without signing in, so the suggestion stays.
    expect(screen.getByText(strip)).toBeInTheDocument();
  });

  it.each([
    ['refuses to say', problem(429, 'too_many_requests')],
    ['knows nobody', { json: { exists: false } }],
  ])('is not mentioned when the server %s', async (what, answer) => {
    api.change(identifierExists, () => answer);
    open();
    await userEvent.type(email(), `${what.replace(/ /g, '')}@example.com`);
    await waitFor(() => expect(api.of(identifierExists)).toHaveLength(1));
    // The mobile belongs to an account; the email comes first but must not be taken for known.
    const phone = what.startsWith('refuses') ? '+447700900125' : '+447700900126';
    accountExists(phone);
    await userEvent.type(screen.getByLabelText('UK mobile'), phone);
    await screen.findByText(strip);
    vi.mocked(askToSignIn).mockResolvedValue(false);
    await userEvent.click(screen.getByRole('button', { name: 'Sign in with code' }));
    expect(askToSignIn).toHaveBeenLastCalledWith({ identifier: phone });
  });

  it('is looked up again after a failure', async () => {
    api.change(identifierExists, () => problem(500, 'unexpected'));
    const { unmount } = open();
    await userEvent.type(email(), 'later@example.com');
    await waitFor(() => expect(api.of(identifierExists)).toHaveLength(1));
    unmount();
    accountExists('later@example.com');
    open();
    expect(await screen.findByText(strip)).toBeInTheDocument();
  });

  it('is looked up only by complete emails and mobiles', async () => {
    open();
    await userEvent.type(screen.getByLabelText('UK mobile'), '0770');
    await userEvent.type(email(), 'somebody');
    await userEvent.type(screen.getByLabelText('Full name'), 'Ada');
    await userEvent.type(email(), '@example.com');
    await waitFor(() => expect(api.of(identifierExists)).toHaveLength(1));
    expect(api.of(identifierExists)[0]?.query.toString()).toBe('email=somebody%40example.com');
  });
});

describe('a signed-in client', () => {
  const ada = {
    clientId: 'c-1',
    email: 'ada@example.com',
    name: 'Ada Brown',
    phone: '+447700900123',
    addressLine: '1 High Street',
    city: 'London',
    postcode: 'SW1A 1AA',
  };
  const hint = /confirm full postcode/;
  beforeEach(() => {
    startSession(token({ email: ada.email }));
    api.change(profile, () => ({ json: ada }));
  });
  afterEach(() => {
    endSession('logout');
    forgetLostSession();
  });

  it('finds the form prefilled for confirmation, and no sign-in suggestion', async () => {
    open();
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue('Ada Brown'));
    expect(screen.getByLabelText('UK mobile')).toHaveValue('07700 900123');
    expect(screen.getByLabelText('Email (optional)')).toHaveValue('ada@example.com');
    expect(screen.getByLabelText('Address line 1')).toHaveValue('1 High Street');
    expect(screen.getByLabelText('City (optional)')).toHaveValue('London');
    expect(screen.getByLabelText('Postcode')).toHaveValue('SW1A 1AA');
    expect(screen.getByText(hint)).toBeInTheDocument();
    await submit();
    await screen.findByRole('heading', { name: 'Time' });
    expect(getDraft().address).toMatchObject({ line1: '1 High Street', postcode: 'SW1A 1AA' });
    expect(api.of(ensureGuest)).toEqual([]);
    expect(api.of(identifierExists)).toEqual([]);
  });

  it('keeps what was typed', async () => {
    endSession('logout');
    const input = { text: 'leaking tap', postcode: 'SW1' };
    storeEstimate(input, tryEstimate(await loadPricing(), input));
    open();
    await userEvent.type(screen.getByLabelText('Full name'), 'Bob');
    await userEvent.type(screen.getByLabelText('Address line 1'), '2 Mill Lane');
    act(() => startSession(token({ email: ada.email })));
    await waitFor(() => expect(screen.getByLabelText('UK mobile')).toHaveValue('07700 900123'));
    expect(screen.getByLabelText('Full name')).toHaveValue('Bob');
    expect(screen.getByLabelText('Address line 1')).toHaveValue('2 Mill Lane');
  });

  it('can book for another place without the home address being filled in', async () => {
    api.change(profile, () => ({ json: { ...ada, postcode: 'M1 1AE', city: 'Manchester' } }));
    open();
    await waitFor(() => expect(screen.getByLabelText('Full name')).toHaveValue('Ada Brown'));
    expect(screen.getByLabelText('Address line 1')).toHaveValue('');
    expect(screen.getByLabelText('City (optional)')).toHaveValue('');
    expect(screen.getByLabelText('Postcode')).toHaveValue('SW1');
  });

  it('can fill in the form when the profile cannot be loaded', async () => {
    api.change(profile, () => problem(500, 'internal'));
    open();
    await waitFor(() => expect(api.of(profile)).toHaveLength(1));
    expect(screen.getByLabelText('Full name')).toHaveValue('');
    expect(screen.getByLabelText('Postcode')).toHaveValue('SW1');
  });
});
