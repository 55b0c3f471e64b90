import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storedBook } from '@/api/pricingBook';
import { loadPricing, refreshBook } from '@/pricing';
import { addDays, londonDay } from '@/shared/london';
import { endSession, startSession } from '@/shared/session';
import { fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { Component as LandingScreen } from './LandingScreen';

vi.mock('@/shared/whenIdle', () => ({
  whenIdle: (act: () => void) => {
    act();
    return () => undefined;
  },
}));

const BOOK = join(import.meta.dirname, '../../../../pricing-core/data/book.json');

it('shows the example’s price at once, and prices it again when a newer price book arrives', async () => {
  await loadPricing();
  const book = JSON.parse(readFileSync(BOOK, 'utf8'));
  for (const region of book.regions.named) region.factor = 20_000;
  const api = fakeApi({ 'GET /api/pricing/book': () => ({ json: { ...book, version: '2099.1' } }) });

  renderAt(<LandingScreen />);
  expect(screen.getByText('£90–£105')).toBeInTheDocument();
  expect(screen.getByText('£34.13')).toBeInTheDocument();

  await act(refreshBook);
  expect(api.of('GET /api/pricing/book')).toHaveLength(1);
  expect(storedBook()).toContain('2099.1');
  expect(await screen.findByText('£160–£190')).toBeInTheDocument();
  expect(screen.queryByText('£90–£105')).not.toBeInTheDocument();
});

const list = 'GET /api/bookings';
const slotOn = (day: string) => ({ start: `${day}T09:00:00+00:00`, end: `${day}T11:00:00+00:00` });

describe('somebody with bookings', () => {
  afterEach(() => endSession('logout'));

  it('sees the next open one at the top', async () => {
    startSession(token());
    fakeApi({
      [list]: () => ({
        json: {
          items: [
            { id: 'C-3', status: 'pending', timeslot: slotOn('2099-01-12') },
            { id: 'C-2', status: 'assigned', timeslot: slotOn('2099-01-11') },
            { id: 'C-1', status: 'cancelled', timeslot: slotOn('2099-01-10') },
          ],
        },
      }),
    });
    renderAt(<LandingScreen />);
    const link = await screen.findByRole('link', { name: 'Your booking: Sun 11 Jan, 09:00' });
    expect(link).toHaveAttribute('href', '/booking/C-2');
  });

  it('reads only weekday and time within a week', async () => {
    startSession(token());
    const item = { id: 'C-1', status: 'pending', timeslot: slotOn(addDays(londonDay(), 2)) };
    fakeApi({ [list]: () => ({ json: { items: [item] } }) });
    renderAt(<LandingScreen />);
    expect(
      await screen.findByText(/^Your booking: (Mon|Tue|Wed|Thu|Fri|Sat|Sun) \d\d:00$/),
    ).toBeInTheDocument();
  });

  it('sees a link to them while none is open, or none could be fetched', async () => {
    startSession(token());
    const api = fakeApi({ [list]: () => ({ json: { items: [] } }) });
    renderAt(<LandingScreen />);
    await vi.waitFor(() => expect(api.of(list)).toHaveLength(1));
    expect(screen.getByRole('link', { name: 'Your bookings' })).toHaveAttribute('href', '/bookings');
  });
});

it('asks for nobody’s bookings where nobody is known', () => {
  const api = fakeApi({});
  renderAt(<LandingScreen />);
  expect(screen.queryByRole('link', { name: /^Your booking/ })).not.toBeInTheDocument();
  expect(api.of(list)).toEqual([]);
});

it.each([
  [{ bookingsCompleted: 1204, districts: 87 }, '1,204 jobs done so far, in 87 postcode districts.'],
  [{ bookingsCompleted: 1, districts: 1 }, '1 job done so far, in 1 postcode district.'],
  [{ bookingsCompleted: 0, districts: 0 }, null],
])('shows figures only when there are any: %o', async (facts, text) => {
  const api = fakeApi({ 'GET /api/public/facts': () => ({ json: facts }) });
  renderAt(<LandingScreen />);
  if (text) expect(await screen.findByText(text)).toBeInTheDocument();
  else {
    await vi.waitFor(() => expect(api.of('GET /api/public/facts')).toHaveLength(1));
    expect(screen.queryByText(/so far/)).not.toBeInTheDocument();
  }
});
