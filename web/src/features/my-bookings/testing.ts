// A booking as the server returns it, for component tests.
import type { Booking } from '@/api/types';

export const booking: Booking = {
  id: 'C-1',
  status: 'pending',
  seq: 2,
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  description: 'Kitchen tap drips',
  address_line1: '1 High Street',
  city: 'London',
  postcode: 'SW1A 1AA',
  customer_name: 'Ada Brown',
  customer_phone: '+447700900123',
  timeslot: { id: '2026-11-24-2', start: '2026-11-24T11:00:00+00:00', end: '2026-11-24T13:00:00+00:00' },
  amount_pence: 10_750,
  payment_currency: 'GBP',
  payment_method: 'card',
  quote_mode: 'PAID',
  lines: [
    { kind: 'base', label: 'Base estimate', amountPence: 9_750 },
    { kind: 'schedule', label: 'Slot adjustment', amountPence: 1_000 },
  ],
  guest_token: 'guest-link',
  share_token: 'share-link',
};
