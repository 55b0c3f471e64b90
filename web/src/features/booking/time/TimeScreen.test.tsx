import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TimeSlot } from '@/api/types';
import { loadPricing } from '@/pricing';
import { noteReached } from '@/shared/connection';
import { addDays, formatDay, londonDay, londonWallClock } from '@/shared/london';
import { renderAt } from '@/test/render';
import { updateDraft } from '../draft';
import { getDraft, reloadDraft } from '../draft/store';
import { storeEstimate, tryEstimate } from '../estimate/pricing';
import { Component as TimeScreen } from './TimeScreen';

// A Tuesday at noon: three slots are left today, every later day has four.
const noon = new Date('2026-11-24T12:00:00Z');
const today = '2026-11-24';

let pricing: Awaited<ReturnType<typeof loadPricing>>;
let answer: (url: URL) => Response | Promise<Response>;

beforeEach(async () => {
  vi.setSystemTime(noon);
  pricing = await loadPricing();
  reloadDraft();
  const input = { text: 'leaking tap', postcode: 'SW1' };
  storeEstimate(input, tryEstimate(pricing, input));
  answer = (url) => Response.json(slots(url.searchParams.get('cheaper') === 'true'));
  vi.stubGlobal('fetch', (url: string) => Promise.resolve(answer(new URL(url, 'http://127.0.0.1:8080'))));
  noteReached();
});
afterEach(() => {
  vi.useRealTimers();
  noteReached();
});

function slots(cheaper = false): TimeSlot[] {
  return pricing.slots({ now: londonWallClock(), cheaper }) as TimeSlot[];
}

async function open() {
  renderAt(<TimeScreen />, '/booking/time');
  await screen.findByRole('button', { name: /13:00–15:00/ });
}

const next = () => screen.getByRole('button', { name: 'Review & Pay' });
const dayButton = (day: string) => screen.getByRole('button', { name: new RegExp(`^${formatDay(day)}`) });
const price = () => document.querySelector('.docket');

it('starts with ASAP and today selected, and requires a slot', async () => {
  await open();
  expect(screen.getByLabelText('ASAP')).toBeChecked();
  expect(dayButton(today).closest('td')).toHaveAttribute('aria-selected', 'true');
  expect(screen.getByText('Recommended')).toBeInTheDocument();
  expect(screen.getByText('Earliest')).toBeInTheDocument();
  expect(price()).toHaveTextContent('£112.50');
  expect(price()).toHaveTextContent('Same-day +£15');
  expect(next()).toBeDisabled();

  await userEvent.click(screen.getByRole('button', { name: /13:00–15:00/ }));
  expect(price()).toHaveTextContent('£117.50');
  expect(price()).toHaveTextContent('Slot +£20');
  expect(next()).toBeEnabled();
  await userEvent.click(screen.getByRole('button', { name: /13:00–15:00/ }));
  expect(next()).toBeDisabled();
});

it('shows 42 days, of which only those within 30 days that have slots can be chosen', async () => {
  await open();
  const grid = screen.getByRole('grid', { name: 'November 2026' });
  expect(within(grid).getAllByRole('gridcell')).toHaveLength(42);
  expect(dayButton(addDays(today, -1))).toHaveAttribute('aria-disabled', 'true');
  expect(dayButton(addDays(today, 1))).toHaveAttribute('aria-disabled', 'false');
  await userEvent.click(dayButton(addDays(today, -1)));
  expect(dayButton(today).closest('td')).toHaveAttribute('aria-selected', 'true');
  await userEvent.click(screen.getByRole('button', { name: 'Next month' }));
  expect(dayButton('2026-12-24')).toHaveAttribute('aria-disabled', 'false');
  expect(dayButton('2026-12-25')).toHaveAttribute('aria-disabled', 'true');
  expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled();
});

it('switches to scheduled when another day is chosen', async () => {
  await open();
  await userEvent.click(dayButton(addDays(today, 1)));
  expect(screen.getByLabelText('Scheduled')).toBeChecked();
  await userEvent.click(screen.getByRole('button', { name: /11:00–13:00/ }));
  expect(price()).toHaveTextContent('£97.50');
  expect(price()).toHaveTextContent('Base price');
  expect(getDraft()).toMatchObject({
    urgency: 'SCHEDULED',
    timeSlotId: '2026-11-25-2',
    timeSlotLabel: 'Wed 25 Nov, 11:00–13:00',
  });
});

it('moves through the days with the keyboard as one tab stop', async () => {
  await open();
  dayButton(today).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(dayButton('2026-12-01')).toHaveFocus();
  expect(screen.getByRole('heading', { name: 'December 2026' })).toBeInTheDocument();
  await userEvent.keyboard('{PageUp}{End}');
  expect(dayButton('2026-11-29')).toHaveFocus();
  const stops = document.querySelectorAll('[data-day][tabindex="0"]');
  expect(stops).toHaveLength(1);
  await userEvent.keyboard('{Enter}');
  expect(dayButton('2026-11-29').closest('td')).toHaveAttribute('aria-selected', 'true');
});

it('offers no slots, calendar or Economy in an emergency', async () => {
  updateDraft({ tier: 'ECONOMY' });
  await open();
  await userEvent.click(screen.getByRole('button', { name: /13:00–15:00/ }));
  await userEvent.click(screen.getByLabelText('Emergency'));
  expect(getDraft()).toMatchObject({ urgency: 'EMERGENCY', tier: 'STANDARD' });
  expect(getDraft().timeSlotId).toBeUndefined();
  expect(screen.getByRole('radio', { name: /Economy/ })).toBeDisabled();
  expect(document.querySelectorAll('[data-day][aria-disabled="false"]')).toHaveLength(0);
  expect(price()).toHaveTextContent('£137.50');
  await userEvent.click(next());
  expect(getDraft()).toMatchObject({
    timeSlotId: 'EMERGENCY_NOW',
    timeSlotLabel: 'Emergency call-out ASAP',
    refinedPrice: { baseGBP: 97.5, totalGBP: 137.5, deltaLabel: 'Emergency call-out +£40' },
  });
});

it('marks days with one or two slots as few', async () => {
  answer = () =>
    Response.json(slots().filter((slot) => !slot.id.startsWith('2026-11-26') || slot.id.endsWith('-1')));
  await open();
  expect(dayButton('2026-11-26')).toHaveAccessibleName(/few slots/);
  expect(dayButton('2026-11-27')).toHaveAccessibleName(/, available/);
});

it('shows wider slots when asked, and drops a chosen one when the box is unticked', async () => {
  await open();
  await userEvent.click(dayButton('2026-11-26'));
  expect(screen.queryByRole('button', { name: /08:00–16:00/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Show cheaper options (wider window)'));
  await userEvent.click(await screen.findByRole('button', { name: /08:00–16:00/ }));
  expect(price()).toHaveTextContent('£87.50');
  await userEvent.click(screen.getByLabelText('Show cheaper options (wider window)'));
  expect(getDraft().timeSlotId).toBeUndefined();
  expect(screen.queryByText(/no longer free/)).not.toBeInTheDocument();
});

it('reports a server error, and Retry asks again', async () => {
  let works = false;
  answer = () => (works ? Response.json(slots()) : Response.json({ code: 'internal' }, { status: 500 }));
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByText("Couldn't load time slots.")).toBeInTheDocument();
  expect(next()).toBeDisabled();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('button', { name: /13:00–15:00/ })).toBeInTheDocument();
});

it('shows slots from this device, to be confirmed, when offline', async () => {
  answer = () => Promise.reject(new TypeError('offline'));
  await open();
  expect(screen.getByText("Times to be confirmed when you're back online.")).toBeInTheDocument();
  answer = () => Response.json(slots());
  noteReached();
  await waitFor(() => expect(screen.queryByText(/Times to be confirmed/)).not.toBeInTheDocument());
});

it('says when the chosen slot has been taken meanwhile', async () => {
  await open();
  await userEvent.click(screen.getByRole('button', { name: /13:00–15:00/ }));
  document.body.innerHTML = '';
  answer = () => Response.json(slots().filter((slot) => slot.id !== `${today}-3`));
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByText(/The window you chose is no longer free/)).toBeInTheDocument();
  expect(getDraft().timeSlotId).toBeUndefined();
});

it('says when a day has no slots, and offers the next one', async () => {
  answer = () => Response.json(slots().filter((slot) => !slot.id.startsWith(londonDay())));
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByText('No time windows on this day')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show Wednesday 25 November' }));
  expect(screen.getByRole('button', { name: /09:00–11:00/ })).toBeInTheDocument();
});
