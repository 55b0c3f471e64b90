import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
  await screen.findByRole('radio', { name: /13:00–15:00/ });
}

const next = () => screen.getByRole('button', { name: 'Review & Pay' });
const dayButton = (day: string) => screen.getByRole('button', { name: new RegExp(`^${formatDay(day)}`) });
const slot = (window: RegExp) => screen.getByRole('radio', { name: window });
const stripDay = (day: string) => screen.getByRole('radio', { name: new RegExp(`^${formatDay(day)}`) });
const price = () => document.querySelector('.docket');

it('starts with ASAP and today selected, and requires a slot', async () => {
  await open();
  expect(screen.getByLabelText('ASAP')).toBeChecked();
  expect(dayButton(today).closest('td')).toHaveAttribute('aria-selected', 'true');
  // The cheapest of today: nobody can pay for a time that is not chosen.
  expect(price()).toHaveTextContent('from £97.50');
  expect(price()).toHaveTextContent('Pick a time');
  expect(next()).toBeDisabled();

  await userEvent.click(slot(/13:00–15:00/));
  expect(price()).toHaveTextContent('£117.50');
  expect(price()).toHaveTextContent('Slot +£20');
  expect(next()).toBeEnabled();
  await userEvent.click(slot(/13:00–15:00/));
  expect(next()).toBeDisabled();
});

it('says of each slot its window, full price, difference and one badge', async () => {
  await open();
  expect(slot(/13:00–15:00/)).toHaveAccessibleName('13:00–15:00, £117.50, +£20, Earliest');
  expect(slot(/15:00–17:00/)).toHaveAccessibleName('15:00–17:00, £97.50, Base price');
  await userEvent.click(dayButton('2026-11-26'));
  const names = screen.getAllByRole('radio', { name: /–/ }).map((each) => each.getAttribute('aria-label'));
  expect(names).toEqual([
    '09:00–11:00, £92.50, −£5, Cheaper',
    '11:00–13:00, £97.50, Base price, Recommended',
    '14:00–16:00, £107.50, +£10',
    '18:00–20:00, £112.50, +£15, Evening',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: /^Priority/ }));
  expect(slot(/14:00–16:00/)).toHaveAccessibleName('14:00–16:00, £127, +£10');
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
  await userEvent.click(slot(/11:00–13:00/));
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

it('has nothing to choose in an emergency: it shows the price and what to do', async () => {
  updateDraft({ tier: 'PRIORITY' });
  await open();
  await userEvent.click(slot(/13:00–15:00/));
  await userEvent.click(screen.getByLabelText('Emergency'));
  expect(getDraft()).toMatchObject({ urgency: 'EMERGENCY', tier: 'STANDARD' });
  expect(getDraft().timeSlotId).toBeUndefined();
  expect(screen.getByText('No date needed')).toBeInTheDocument();
  expect(screen.queryByRole('grid')).not.toBeInTheDocument();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  expect(screen.queryByRole('radio', { name: /Priority/ })).not.toBeInTheDocument();
  const advice = within(screen.getByRole('region', { name: 'Until somebody is there' }));
  expect(advice.getByText(/stopcock/)).toBeInTheDocument();
  expect(document.querySelector('.slip')).toHaveTextContent(/Emergency call-out\+£40\.00You pay£137\.50/);
  await userEvent.click(next());
  expect(getDraft()).toMatchObject({
    timeSlotId: 'EMERGENCY_NOW',
    timeSlotLabel: 'Emergency call-out ASAP',
    tier: 'STANDARD',
  });
});

it('says before anything is paid that nobody is near, and offers a time instead', async () => {
  const asked: string[] = [];
  const times = answer;
  answer = (url) => {
    if (!url.pathname.endsWith('/emergency-pros')) return times(url);
    asked.push(url.search);
    return Response.json({ pros: 'none' });
  };
  updateDraft({ postcodePrefix: 'SW1' });
  await open();
  await userEvent.click(screen.getByLabelText('Emergency'));
  expect(await screen.findByText(/^No pro near SW1 can be asked right now\./)).toBeInTheDocument();
  expect(asked[0]).toContain('postcode=SW1&problemType=leak');
  await userEvent.click(screen.getByRole('button', { name: 'Book a time instead' }));
  expect(screen.getByLabelText('Scheduled')).toBeChecked();
  expect(screen.queryByText(/^No pro near/)).not.toBeInTheDocument();
});

it('names the cheapest total as long as no slot is chosen, however soon it is', async () => {
  await open();
  await userEvent.click(screen.getByLabelText('Scheduled'));
  expect(price()).toHaveTextContent('from £97.50');
  await userEvent.click(dayButton('2026-11-26'));
  expect(price()).toHaveTextContent('from £92.50');
  await userEvent.click(slot(/11:00–13:00/));
  expect(price()).toHaveTextContent('Your price£97.50');
});

it('says what a service level buys', async () => {
  const times = answer;
  answer = (url) =>
    url.pathname.endsWith('/facts')
      ? Response.json({ askedAtOnce: { economy: 3, standard: 5, priority: 10, emergency: 10 } })
      : times(url);
  await open();
  for (const text of [
    'Asks 5 pros at once.',
    /^Asks 10 pros at once instead of 5\. You pay (£\S+ )?more, and your pro earns more\.$/,
    /^Asks 3 pros at once instead of 5\. You pay (£\S+ )?less, and your pro earns less\.$/,
  ])
    expect(await screen.findByText(text)).toBeInTheDocument();
});

it('prices an emergency at the standard level, whatever level an older draft has', async () => {
  updateDraft({ urgency: 'EMERGENCY', tier: 'PRIORITY' });
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByText('£137.50')).toBeInTheDocument();
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
  expect(screen.queryByRole('radio', { name: /08:00–16:00/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByLabelText('Show cheaper options (wider window)'));
  await userEvent.click(await screen.findByRole('radio', { name: /08:00–16:00/ }));
  expect(price()).toHaveTextContent('£87.50');
  await userEvent.click(screen.getByLabelText('Show cheaper options (wider window)'));
  expect(getDraft().timeSlotId).toBeUndefined();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('goes to tomorrow for wider windows, which today has none of', async () => {
  await open();
  await userEvent.click(screen.getByLabelText('Show cheaper options (wider window)'));
  expect(screen.getByText('Wider windows start tomorrow.')).toBeInTheDocument();
  expect(screen.getByRole('heading', { name: 'Wednesday 25 November' })).toBeInTheDocument();
  expect(await screen.findByRole('radio', { name: /13:00–17:00/ })).toBeInTheDocument();
  expect(screen.getByLabelText('Scheduled')).toBeChecked();
});

it('reports a server error, and Retry asks again', async () => {
  let works = false;
  answer = () => (works ? Response.json(slots()) : Response.json({ code: 'internal' }, { status: 500 }));
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByText("Couldn't load time slots.")).toBeInTheDocument();
  expect(next()).toBeDisabled();
  works = true;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('radio', { name: /13:00–15:00/ })).toBeInTheDocument();
});

it('shows slots from this device, to be confirmed, when offline', async () => {
  answer = () => Promise.reject(new TypeError('offline'));
  await open();
  expect(screen.getByText("Times to be confirmed when you're back online.")).toBeInTheDocument();
  answer = () => Response.json(slots());
  noteReached();
  await waitFor(() => expect(screen.queryByText(/Times to be confirmed/)).not.toBeInTheDocument());
});

it('says beside the slots when the chosen one has been taken meanwhile', async () => {
  await open();
  await userEvent.click(slot(/13:00–15:00/));
  document.body.innerHTML = '';
  answer = () => Response.json(slots().filter(({ id }) => id !== `${today}-3`));
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByRole('alert')).toHaveTextContent(/That time has just gone/);
  expect(getDraft().timeSlotId).toBeUndefined();
  await userEvent.click(slot(/15:00–17:00/));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

it('says what the checkout sent the client back for', async () => {
  renderAt(<TimeScreen />, { pathname: '/booking/time', state: { notice: 'That time has just gone.' } });
  expect(await screen.findByRole('alert')).toHaveTextContent('That time has just gone.');
});

it('looks up the places again every minute, and when the client comes back to the page', async () => {
  const intervals = vi.spyOn(globalThis, 'setInterval');
  await open();
  answer = () => Response.json(slots().filter(({ id }) => id !== `${today}-3`));
  const [everyMinute] = intervals.mock.calls.find(([, delay]) => delay === 60_000) ?? [];
  act(() => (everyMinute as () => void)());
  await waitFor(() => expect(screen.queryByRole('radio', { name: /13:00–15:00/ })).not.toBeInTheDocument());
  answer = () => Response.json(slots());
  act(() => void window.dispatchEvent(new Event('visibilitychange')));
  expect(await screen.findByRole('radio', { name: /13:00–15:00/ })).toBeInTheDocument();
});

it('opens on the first day that has a window, and says so', async () => {
  answer = () => Response.json(slots().filter(({ id }) => !id.startsWith(londonDay())));
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByText('Today is full. Earliest: Wednesday 09:00')).toBeInTheDocument();
  // It is not as soon as possible any more.
  expect(screen.getByLabelText('Scheduled')).toBeChecked();
  expect(price()).toHaveTextContent('from £92.50');
  await userEvent.click(slot(/09:00–11:00/));
  expect(screen.getByLabelText('Scheduled')).toBeChecked();
  expect(next()).toBeEnabled();
});

it('says when the day shown has filled up, and offers the next one', async () => {
  answer = (url) => {
    const free = slots().filter(({ id }) => !id.startsWith('2026-11-25'));
    return Response.json(url.searchParams.get('cheaper') === 'true' ? free : slots());
  };
  await open();
  await userEvent.click(dayButton('2026-11-25'));
  await userEvent.click(screen.getByLabelText('Show cheaper options (wider window)'));
  expect(await screen.findByText('No time windows on this day')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Show Thursday 26 November' }));
  expect(slot(/09:00–11:00/)).toBeInTheDocument();
});

it('names a bank holiday only if somebody can pick the day', async () => {
  updateDraft({ postcodePrefix: 'EH1' });
  await open();
  expect(screen.getByText(/Mon 30 Nov: Saint Andrew's Day/)).toBeInTheDocument();
  document.body.innerHTML = '';
  answer = () => Response.json(slots().filter(({ id }) => !id.startsWith('2026-11-30')));
  await open();
  await waitFor(() => expect(screen.queryByText(/Saint Andrew's Day/)).not.toBeInTheDocument());
});

describe('on a phone', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({
      matches: false,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }));
  });

  it('shows a strip of 7 days, of which full ones can not be chosen', async () => {
    answer = () => Response.json(slots().filter(({ id }) => !id.startsWith('2026-11-26')));
    await open();
    const strip = within(screen.getByRole('radiogroup', { name: 'Day' }));
    expect(strip.getAllByRole('radio')).toHaveLength(7);
    expect(stripDay(today)).toBeChecked();
    expect(stripDay('2026-11-26')).toBeDisabled();
    expect(stripDay('2026-11-26')).toHaveAccessibleName('Thursday 26 November, full');
    await userEvent.click(stripDay('2026-11-27'));
    expect(screen.getByRole('heading', { name: 'Friday 27 November' })).toBeInTheDocument();
    expect(screen.getByLabelText('Scheduled')).toBeChecked();
  });

  it('opens the month behind More dates, and adds a later day to the strip', async () => {
    await open();
    expect(screen.queryByRole('grid')).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'More dates' }));
    const popup = within(screen.getByRole('dialog', { name: 'Choose a date' }));
    expect(popup.getAllByRole('gridcell')).toHaveLength(42);
    expect(popup.getByRole('list', { name: 'Legend' })).toBeInTheDocument();
    await userEvent.click(popup.getByRole('button', { name: 'Next month' }));
    await userEvent.click(dayButton('2026-12-08'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(stripDay('2026-12-08')).toBeChecked();
    expect(screen.getByRole('heading', { name: 'Tuesday 8 December' })).toBeInTheDocument();
  });

  it('shows the base beside the total, and the service level on one line until it is changed', async () => {
    await open();
    await userEvent.click(slot(/13:00–15:00/));
    expect(screen.getByText(/Base £97.50 · Slot \+£20/)).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: /^Economy/ })).not.toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Change the service level' }));
    await userEvent.click(screen.getByRole('radio', { name: /^Economy/ }));
    expect(screen.getByText('Economy service')).toBeInTheDocument();
    expect(screen.getByText(/Base £97.50 · Service level −£9.75 · Slot \+£20/)).toBeInTheDocument();
  });
});

it("offers what the only pro who is asked can do, and everybody's times once any pro may be asked", async () => {
  const asked: URL[] = [];
  answer = (url) => {
    asked.push(url);
    return Response.json(
      slots().filter(({ id }) => !id.startsWith(today) || !url.search.includes('invitation')),
    );
  };
  updateDraft({ invitation: { token: 'work-1.mac', pro: 'Sam O.' }, urgency: 'SCHEDULED' });
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByText(/^There is no time left today\. Earliest: Wednesday/)).toBeInTheDocument();
  const { searchParams } = asked[0] as URL;
  expect([searchParams.get('invitation'), searchParams.get('problemType')]).toEqual(['work-1.mac', null]);
  // That is for whoever is nearest, and a service level for how many are asked.
  expect(screen.queryByLabelText('Emergency')).not.toBeInTheDocument();
  expect(screen.queryByText('Standard')).not.toBeInTheDocument();

  await userEvent.click(screen.getByRole('button', { name: 'Ask any pro instead' }));
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('problemType')).toBe('leak'));
  expect(asked.at(-1)?.search).not.toContain('invitation');
  expect(screen.getByLabelText('Emergency')).toBeInTheDocument();
  expect(screen.getByText('Standard')).toBeInTheDocument();
});

it('says that an emergency is not for one pro alone', async () => {
  updateDraft({ invitation: { token: 'work-1.mac', pro: 'Sam O.' }, urgency: 'EMERGENCY' });
  renderAt(<TimeScreen />, '/booking/time');
  expect(await screen.findByText(/^An emergency is for whoever is nearest\./)).toBeInTheDocument();
  expect(screen.getByLabelText('Emergency')).toBeChecked();
});

it('says in one line under the chosen window where few pros work then, and hides nothing', async () => {
  const asked: URL[] = [];
  const pros = ['none', 'few', 'many'] as const;
  answer = (url) => {
    asked.push(url);
    return Response.json(slots().map((slot, index) => ({ ...slot, pros: pros[index % 3] })));
  };
  await open();
  expect(asked[0]?.searchParams.get('problemType')).toBe('leak');
  const [none, few, many] = screen.getAllByRole('radio', { name: /–/ });
  await userEvent.click(none as HTMLElement);
  const NONE = 'No pro near you works then yet. You pay nothing unless one accepts.';
  expect(screen.getByText(NONE)).toBeInTheDocument();
  expect(next()).toBeEnabled();
  await userEvent.click(few as HTMLElement);
  expect(screen.getByText('Few pros work then')).toBeInTheDocument();
  await userEvent.click(many as HTMLElement);
  expect(screen.queryByText('Few pros work then')).not.toBeInTheDocument();
  expect(screen.queryByText(NONE)).not.toBeInTheDocument();
});
