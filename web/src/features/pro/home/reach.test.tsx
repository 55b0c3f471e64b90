// How jobs reach a pro, and the visit that leads the home page.
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ENDPOINT, fakePush, KEY, noPush } from '@/test/fakePush';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const MESSAGES = 'GET /api/masters/me/messages';
const JOBS = 'GET /api/bookings';

const messages = (browsers: number, offers = true, texts = false) => ({
  json: {
    items: [
      { kind: 'offers', ways: ['push'], firstOnly: false, on: offers },
      { kind: 'emergency_texts', ways: ['text'], firstOnly: false, on: texts },
    ],
    browsers,
  },
});

const server = (browsers: number, offers = true, texts = false) =>
  serverOf(activePro, {
    [MESSAGES]: () => messages(browsers, offers, texts),
    'GET /api/push/key': () => ({ json: { key: KEY } }),
    'POST /api/push/subscribe': () => ({ status: 204 }),
  });

const reach = async () => within(await screen.findByRole('region', { name: 'How jobs reach you' }));

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-24T08:00:00Z') }));
afterEach(() => {
  vi.useRealTimers();
  noPush();
});

it('says that only an open page hears of jobs, and turns notifications on', async () => {
  fakePush();
  const api = server(0);
  openArea('/master');
  expect(await (await reach()).findByText('Only while this page is open.')).toBeInTheDocument();
  api.change(MESSAGES, () => messages(1));
  await userEvent.click((await reach()).getByRole('button', { name: 'Turn on notifications' }));
  expect(await (await reach()).findByText(/^By notification on this device/)).toBeInTheDocument();
  expect((await reach()).queryByRole('button')).not.toBeInTheDocument();
  expect((await reach()).getByRole('heading')).toHaveFocus();
});

it('tells the server of notifications that were blocked since, and counts no other device', async () => {
  const { notification } = fakePush();
  const api = server(1);
  const { unmount } = openArea('/master');
  await userEvent.click(await (await reach()).findByRole('button', { name: 'Turn on notifications' }));
  await (await reach()).findByText(/^By notification on this device/);
  unmount();
  notification.permission = 'denied';
  api.change('DELETE /api/push/subscribe', () => {
    api.change(MESSAGES, () => messages(0));
    return { status: 204 };
  });
  openArea('/master');
  expect(await (await reach()).findByText('Only while this page is open.')).toBeInTheDocument();
  expect(await (await reach()).findByText(/^Notifications are blocked/)).toBeInTheDocument();
  expect(api.of('DELETE /api/push/subscribe')[0]?.body).toEqual({ endpoint: ENDPOINT });
});

it.each([
  [1, true, false, /^By notification on your other device/],
  [2, true, false, /^By notification on 2 other devices\. Here only/],
  [0, false, false, 'Only while this page is open.'],
  [0, true, true, /^Emergencies near you come by text/],
] as const)('knows of other devices, switched-off offers and texts (%s, %s, %s)', async (...of) => {
  fakePush();
  const [browsers, offers, texts, said] = of;
  server(browsers, offers, texts);
  openArea('/master');
  expect(await (await reach()).findByText(said)).toBeInTheDocument();
  expect((await reach()).queryAllByRole('link', { name: /switched offers off/ })).toHaveLength(
    offers ? 0 : 1,
  );
});

it('leads with the next visit: when, where, Route, Call', async () => {
  const cash = { ...ownJob, payment_method: 'cash' as const, collect_in_cash: 115 };
  const later = { ...ownJob, id: 'C-2', readable_name: 'Boiler service' };
  const slot = { id: '2', start: '2026-11-25T09:00:00+00:00', end: '2026-11-25T11:00:00+00:00' };
  serverOf(activePro, {
    [JOBS]: () => ({ json: { items: [cash, { ...later, timeslot: slot }] } }),
  });
  openArea('/master');
  const next = within(await screen.findByRole('region', { name: 'Next visit' }));
  for (const text of ['today, 09:00–11:00', 'Blocked sink', 'Cash: collect £115, you keep £97.75'])
    expect(next.getByText(text)).toBeInTheDocument();
  expect(next.getByText(/^14 Harbour Row/)).toBeInTheDocument();
  expect(next.getByRole('link', { name: 'Route' })).toHaveAttribute(
    'href',
    expect.stringMatching(/destination=14\+Harbour\+Row/),
  );
  expect(next.getByRole('link', { name: 'Call Ada Brown' })).toHaveAttribute('href', 'tel:+447911123456');
  const lists = screen.getAllByRole('list').map((list) => list.getAttribute('aria-label'));
  expect(lists).toContain('Tomorrow');
  expect(lists).not.toContain('Today');
});
