import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Booking } from '@/api/types';
import { guestToken, token } from '@/test/token';
import { personHere } from './ofPerson';
import { forgetBooking, rememberBookings, seenBookings } from './seenBookings';
import { endSession, forgetGuest, noteRefused, startSession, storeGuest } from './session';
import { readStored, SEEN_BOOKINGS } from './storage';

const booking: Booking = {
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  address_line1: '1 High Street',
  postcode: 'SW1A 1AA',
  customer_name: 'Ada Brown',
  timeslot: { id: 's', start: '2026-11-24T11:00:00+00:00', end: '2026-11-24T13:00:00+00:00' },
  guest_token: 'guest-link',
};
const kept = () => readStored(SEEN_BOOKINGS);

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: new Date('2026-11-22T09:00:00Z') });
});
afterEach(() => {
  endSession('logout');
  vi.useRealTimers();
});

function signInAndSee(id = 'c-1') {
  startSession(token({ sub: id }));
  rememberBookings(personHere(), [booking]);
}

it('keeps time, place and status, and no name or link of a person with an account', () => {
  signInAndSee();
  expect(seenBookings()).toMatchObject([{ id: 'C-1', status: 'pending', address: '1 High Street' }]);
  expect(kept()).not.toMatch(/Ada|guest-link|Leak/);
});

it('keeps the link of a guest', () => {
  storeGuest({ clientId: 'guest-1', token: guestToken() });
  rememberBookings(personHere(), [booking]);
  expect(seenBookings()[0]?.guestToken).toBe('guest-link');
});

it.each([
  ['a logout', () => endSession('logout')],
  ['a refused session', () => endSession('refused')],
  ['another person', () => startSession(token({ sub: 'c-2' }))],
])('is wiped by %s', (_, end) => {
  signInAndSee();
  end();
  expect(kept()).toBeNull();
});

it('is wiped when the guest is refused or forgotten', () => {
  for (const end of [() => noteRefused(readStored('guest_token') ?? ''), forgetGuest]) {
    storeGuest({ clientId: 'guest-1', token: guestToken() });
    rememberBookings(personHere(), [booking]);
    end();
    expect(kept()).toBeNull();
  }
});

it('waits for the same person when a session expires', () => {
  signInAndSee();
  endSession('expired');
  expect(seenBookings()).toEqual([]);
  startSession(token({ sub: 'c-1' }));
  expect(seenBookings()).toHaveLength(1);
});

it('does not keep an answer that comes after its person has left', () => {
  startSession(token({ sub: 'c-1' }));
  const asked = personHere();
  endSession('logout');
  rememberBookings(asked, [booking]);
  expect(kept()).toBeNull();
});

it('drops a booking 24 hours after its window, and one the server no longer shows', () => {
  signInAndSee();
  rememberBookings(personHere(), [{ ...booking, id: 'C-2' }]);
  forgetBooking({ id: 'C-2', guestToken: undefined });
  expect(seenBookings().map(({ id }) => id)).toEqual(['C-1']);
  vi.setSystemTime(new Date('2026-11-25T13:00:01Z'));
  expect(seenBookings()).toEqual([]);
});

it('ignores what it cannot read', () => {
  startSession(token({ sub: 'c-1' }));
  localStorage.setItem(SEEN_BOOKINGS, '{"person":"c-1","items":[{"id":7}]}');
  expect(seenBookings()).toEqual([]);
});
