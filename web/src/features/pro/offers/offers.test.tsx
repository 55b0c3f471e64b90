import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Offer } from '@/api/jobs';
import { problem } from '@/test/fakeApi';
import { activePro, fakeStream, offer, openArea, ownJob, poolJob, STREAM, serverOf } from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const OFFERS = 'GET /api/masters/offers';
const JOB = `GET /api/bookings/${offer.bookingId}`;
const RESPOND = `POST /api/matching/respond/${offer.bookingId}`;

/** Two days before the offer's window. */
const now = new Date('2026-11-22T09:00:00Z');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  toast.mockClear();
});
afterEach(() => vi.useRealTimers());

/** A page of the area with these offers live. */
async function openWith(offers: Offer[], handlers = {}, path = '/master/profile') {
  const stream = fakeStream();
  const api = serverOf(activePro, {
    [STREAM]: stream.open,
    [OFFERS]: () => ({ json: { items: offers } }),
    [JOB]: () => ({ json: { ...ownJob, id: offer.bookingId } }),
    ...handlers,
  });
  openArea(path);
  await screen.findAllByRole('article');
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Connected for new jobs', { duration: 1500 }));
  toast.mockClear();
  return { stream, api };
}

const card = () => screen.getByRole('article', { name: 'Leak / tap issue' });
const press = (name: string) => userEvent.click(within(card()).getByRole('button', { name }));
const second = () => act(() => vi.advanceTimersByTimeAsync(1000));
const gone = () => waitFor(() => expect(screen.queryByRole('article')).not.toBeInTheDocument());

it('shows what, where, when and the pay of an offer over any page', async () => {
  // The booking keeps the fee it was made with, whatever the book says by now.
  await openWith([{ ...offer, feePence: 2140, netPence: 8560, feeBasisPoints: 2000 }]);
  for (const text of ['SW1A, 2.1 km,', 'Tue 24 Nov, 11:00–13:00'])
    expect(within(card()).getByText(text)).toBeInTheDocument();
  expect(within(card()).getByText('£107')).toBeInTheDocument();
  expect(within(card()).getByText('£21.40')).toBeInTheDocument();
  expect(within(card()).getByText('£85.60')).toBeInTheDocument();
});

it.each([
  [{}, 'Card: nothing to collect, we pay you £90.95'],
  [
    { paymentMethod: 'cash', price: 137.5, feePence: 2063, netPence: 11_687, collectInCash: 137.5 },
    'Cash: collect £137.50, you keep £116.87',
  ],
] as const)('says how it is paid, and what the client says and shows', async (change, said) => {
  const photo = 'GET /api/photos/p-1';
  await openWith([{ ...offer, ...change, photoUrl: '/api/photos/p-1' }], {
    [photo]: () => ({ body: new Blob(['x']), headers: { 'Content-Type': 'image/jpeg' } }),
  });
  expect(within(card()).getByText(said)).toBeInTheDocument();
  expect(within(card()).getByText('Kitchen tap dripping since Sunday')).toBeInTheDocument();
  expect(await within(card()).findByRole('img', { name: "The client's view of the problem" })).toBeVisible();
});

it('opens the job, which has no toast of its own', async () => {
  const until = new Date(now.getTime() + 20_000).toISOString();
  const offered = { ...poolJob, id: offer.bookingId, readable_name: offer.title, offer_until: until };
  await openWith([offer, { ...offer, bookingId: 'C-2', title: 'Boiler service' }], {
    [JOB]: () => ({ json: { ...offered, payment_method: 'cash', collect_in_cash: 115 } }),
  });
  await userEvent.click(within(card()).getByRole('link', { name: offer.title }));
  expect(await screen.findByText('Cash: collect £115, you keep £97.75')).toBeInTheDocument();
  expect(screen.getByText('You have 20 seconds to respond')).toBeInTheDocument();
  expect(screen.getByText('The kitchen sink does not drain')).toBeInTheDocument();
  expect(screen.queryByRole('article', { name: offer.title })).not.toBeInTheDocument();
  expect(screen.getByRole('article', { name: 'Boiler service' })).toBeInTheDocument();
});

it('proposes another price from the toast', async () => {
  const { api } = await openWith([offer], { [RESPOND]: () => ({ json: { status: 'accepted' } }) });
  await press('Propose another price');
  api.change(OFFERS, () => ({ json: { items: [] } }));
  await userEvent.type(await screen.findByLabelText('How many pounds more'), '10');
  await userEvent.click(screen.getByRole('button', { name: 'Send proposal' }));
  await gone();
  expect(api.of(RESPOND)[0]?.body).toMatchObject({ action: 'accept', price_delta: 10 });
});

it('tells screen readers once and leaves the focus where it is', async () => {
  const { stream } = await openWith([offer]);
  const said = screen.getByText(/^New job offer: /);
  expect(said).toHaveTextContent(
    'New job offer: Leak / tap issue, SW1A, 2.1 km, Tue 24 Nov, 11:00–13:00. You get £90.95. You have 30 seconds to respond.',
  );
  expect(said).toHaveAttribute('aria-live', 'assertive');
  const link = screen.getByRole('link', { name: 'Bookings' });
  link.focus();
  stream.send('booking', { ...offer, bookingId: 'C-2', title: 'Boiler service' });
  await waitFor(() => expect(said).toHaveTextContent(/^New job offer: Boiler service/));
  expect(said).not.toHaveTextContent('Leak');
  expect(link).toHaveFocus();
});

it('counts down each second; at 0 the offer has ended, and then it goes', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  const { api } = await openWith([{ ...offer, ttl: 3 }]);
  expect(screen.getByRole('timer', { name: '3 seconds left' })).toBeInTheDocument();
  await second();
  expect(screen.getByRole('timer', { name: '2 seconds left' })).toBeInTheDocument();
  await second();
  expect(screen.getByRole('timer', { name: '1 second left' })).toBeInTheDocument();
  expect(screen.getByText('You have 1 second to respond')).toBeInTheDocument();
  await second();
  expect(screen.getByText('Offer ended')).toBeInTheDocument();
  const accept = screen.getByRole('button', { name: 'Accept' });
  expect(accept).toHaveAttribute('aria-disabled', 'true');
  act(() => accept.click());
  expect(api.of(RESPOND)).toHaveLength(0);
  accept.focus();
  await act(() => vi.advanceTimersByTimeAsync(3000));
  await gone();
  // The focus does not fall off the page.
  expect(screen.getByRole('heading', { name: 'Profile' })).toHaveFocus();
});

it('counts from the server’s time when the offer has come late, in a ring of the offer’s own length', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now });
  const expiresAt = new Date(now.getTime() + 60_500).toISOString();
  await openWith([{ ...offer, ttl: 120, lasts: 120, expiresAt }]);
  const timer = screen.getByRole('timer', { name: '61 seconds left' });
  const [ring] = [...timer.querySelectorAll('circle')].slice(-1);
  const length = Number(ring?.getAttribute('stroke-dasharray'));
  expect(Number(ring?.getAttribute('stroke-dashoffset')) / length).toBeCloseTo(59 / 120);
});

it('accepts an offer, and is at the job then', async () => {
  const { api, stream } = await openWith([offer], { [RESPOND]: () => ({ json: { status: 'assigned' } }) });
  await press('Accept');
  await gone();
  expect(api.of(RESPOND)[0]?.body).toEqual({ action: 'accept', starts_at: offer.window?.start });
  expect(await screen.findByText(/^14 Harbour Row/)).toBeInTheDocument();
  expect(screen.getByTestId('location')).toHaveTextContent(`/master/booking/${offer.bookingId}`);
  expect(toast).toHaveBeenCalledExactlyOnceWith('Assigned', { tone: 'good' });
  stream.send('assigned', { bookingId: offer.bookingId });
  expect(toast).toHaveBeenCalledOnce();
});

it('accepts an emergency, which has no window', async () => {
  const { window: _, ...now } = offer;
  const assigned = { [RESPOND]: () => ({ json: { status: 'assigned' } }) };
  const { api } = await openWith([{ ...now, urgency: 'EMERGENCY' }], assigned);
  await press('Accept');
  await gone();
  expect(api.of(RESPOND)[0]?.body).toEqual({ action: 'accept' });
});

it('does not take a job that its client has moved meanwhile, and shows where it is now', async () => {
  const moved = { start: '2026-11-25T14:00:00+00:00', end: '2026-11-25T16:00:00+00:00' };
  const { api } = await openWith([offer], { [RESPOND]: () => problem(409, 'offer_expired') });
  api.change(OFFERS, () => ({ json: { items: [{ ...offer, window: moved }] } }));
  await press('Accept');
  expect(await screen.findByText('Wed 25 Nov, 14:00–16:00')).toBeInTheDocument();
  expect(toast).toHaveBeenCalledExactlyOnceWith('Offer ended', { tone: 'bad' });
  api.change(RESPOND, () => ({ json: { status: 'assigned' } }));
  await press('Accept');
  await gone();
  expect(api.of(RESPOND).map(({ body }) => body)).toEqual([
    { action: 'accept', starts_at: offer.window?.start },
    { action: 'accept', starts_at: moved.start },
  ]);
});

it.each([
  ['Too late — already taken', problem(409, 'already_taken')],
  ['Offer ended', problem(409, 'offer_expired')],
  [
    'Your Gas Safe registration has expired.',
    problem(403, 'not_eligible', { detail: 'Your Gas Safe registration has expired.' }),
  ],
])('says "%s" when it cannot be accepted any more, and takes it away', async (text, answer) => {
  const { api } = await openWith([offer], { [RESPOND]: () => answer });
  api.change(OFFERS, () => ({ json: { items: [] } }));
  await press('Accept');
  await gone();
  expect(toast).toHaveBeenCalledExactlyOnceWith(text, { tone: 'bad' });
});

it('says "Too late" but once when the event comes before the answer', async () => {
  let answer: (answer: ReturnType<typeof problem>) => void = () => undefined;
  const { stream } = await openWith([offer], {
    [RESPOND]: () => new Promise((resolve) => (answer = resolve)),
  });
  await press('Accept');
  stream.send('taken', { bookingId: offer.bookingId });
  await gone();
  answer(problem(409, 'already_taken'));
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Too late — already taken', { tone: 'bad' }));
  expect(toast).toHaveBeenCalledOnce();
});

it('keeps an offer that could not be accepted or declined for want of a connection, and says so', async () => {
  await openWith([offer]);
  const failed = (what: string) => `${what}. We can't reach Callout right now. Try again.`;
  await press('Accept');
  await waitFor(() => expect(toast).toHaveBeenLastCalledWith(failed('Failed to accept'), { tone: 'bad' }));
  await press('Decline');
  await waitFor(() => expect(toast).toHaveBeenLastCalledWith(failed('Failed to decline'), { tone: 'bad' }));
  expect(card()).toBeInTheDocument();
});

it('declines, and hears no more of it', async () => {
  const { api, stream } = await openWith([offer], { [RESPOND]: () => ({ json: { status: 'pending' } }) });
  api.change(OFFERS, () => ({ json: { items: [] } }));
  await press('Decline');
  await gone();
  expect(api.of(RESPOND)[0]?.body).toEqual({ action: 'decline' });
  stream.send('taken', { bookingId: offer.bookingId });
  stream.send('booking', { ...offer, bookingId: 'C-2', title: 'Boiler service' });
  await screen.findByRole('article', { name: 'Boiler service' });
  expect(toast).not.toHaveBeenCalled();
});

it('shows three at most, those that end first, and where the others are', async () => {
  const titles = ['First', 'Second', 'Third', 'Fourth'];
  const offers = titles.map((title, index) => ({ ...offer, bookingId: title, title, ttl: 10 + index }));
  await openWith(offers);
  expect(screen.getAllByRole('article').map((one) => within(one).getByRole('heading').textContent)).toEqual(
    titles.slice(0, 3),
  );
  await userEvent.click(screen.getByRole('link', { name: '1 more offer' }));
  expect(await screen.findByRole('heading', { name: 'Offers for you' })).toBeInTheDocument();
  expect(screen.getAllByRole('article')).toHaveLength(4);
});

it('replaces an offer that comes again at another price', async () => {
  const { stream } = await openWith([offer]);
  stream.send('booking', { ...offer, price: 117 });
  expect(await screen.findByText('£117')).toBeInTheDocument();
  expect(screen.getAllByRole('article')).toHaveLength(1);
});
