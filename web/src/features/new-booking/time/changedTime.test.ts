import { describe, expect, it } from 'vitest';
import type { Booking, BookingTime } from '@/api/types';
import { changeOf, scheduleOf } from './changedTime';

const booking: Booking = {
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  amount_pence: 9750,
  payment_method: 'card',
  quote_mode: 'PAID',
};

function time(change: Partial<BookingTime> = {}): BookingTime {
  return {
    id: '2026-11-25-2',
    start: '2026-11-25T11:00:00+00:00',
    end: '2026-11-25T13:00:00+00:00',
    amountPence: 9750,
    deltaPence: 0,
    isRecommended: false,
    ...change,
  };
}

const dearer = time({ amountPence: 11250, deltaPence: 1500 });
const cheaper = time({ amountPence: 9250, deltaPence: -500 });

describe('another time', () => {
  it('says by how much its price differs', () => {
    expect(changeOf(booking, time(), false).note).toBe('The same price as now');
    expect(changeOf(booking, dearer, false).note).toBe('£15 more than now');
    expect(changeOf(booking, cheaper, false).note).toBe('£5 less than now');
  });

  it('leads to the card page only where a card is held for less', () => {
    expect(changeOf(booking, dearer, false).label).toBe('Continue to payment');
    expect(changeOf(booking, cheaper, false).label).toBe('Change time');
    expect(changeOf({ ...booking, payment_method: 'cash' }, dearer, false).label).toBe('Change time');
    expect(changeOf({ ...booking, quote_mode: 'REQUEST' }, dearer, false).label).toBe('Change time');
  });

  it('is a suggestion once a pro has the job', () => {
    expect(changeOf({ ...booking, status: 'assigned' }, dearer, false).label).toBe('Suggest this time');
  });

  it('is not a guest link’s to choose when it is dearer', () => {
    expect(changeOf(booking, dearer, true).mustSignIn).toBe(true);
    expect(changeOf(booking, time(), true).mustSignIn).toBe(false);
    expect(changeOf(booking, cheaper, true).mustSignIn).toBe(false);
    expect(changeOf(booking, dearer, false).mustSignIn).toBe(false);
  });

  it('stands under its day, in the order of the clock', () => {
    const evening = time({
      id: '2026-11-25-4',
      start: '2026-11-25T18:00:00+00:00',
      end: '2026-11-25T20:00:00+00:00',
    });
    const { byDay, today } = scheduleOf(
      [evening, time(), { ...time(), id: '2026-11-26-2', start: '2026-11-26T11:00:00+00:00' }],
      '2026-11-24',
    );
    expect(today).toBe('2026-11-24');
    expect([...byDay.keys()]).toEqual(['2026-11-25', '2026-11-26']);
    expect(byDay.get('2026-11-25')?.map(({ id }) => id)).toEqual(['2026-11-25-2', '2026-11-25-4']);
  });
});
