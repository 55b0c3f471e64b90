import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { lazy, Suspense } from 'react';
import { Route, Routes } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { noteReached } from '@/shared/connection';
import { addDays, londonDay } from '@/shared/london';
import { problem } from '@/test/fakeApi';
import { fakeXhr } from '@/test/fakeXhr';
import { renderAt } from '@/test/render';
import {
  agreeingServer,
  atDesk,
  finishedDraft,
  onPhone,
  renderScreen,
  signedQuote,
} from '../checkout/testing';
import { getDraft, updateDraft } from '../draft';
import { hasTimeToName } from './priceModes';
import { Component } from './ReviewScreen';

const user = userEvent.setup();
const show = () => renderScreen('/booking/review', Component);
const budget = () => screen.getByLabelText('Your budget in pounds');

function server() {
  const api = agreeingServer();
  api.change('POST /api/bookings', () => ({
    status: 201,
    json: { id: 'C-3', guest_token: 'g', share_token: 's' },
  }));
  return api;
}

const unpriced = {
  description: 'My boiler makes a banging noise and there is no heating',
  problemTypeToUse: 'heating',
};

function unpricedServer() {
  const api = server();
  api.change('POST /api/quotes', () => ({ status: 201, json: signedQuote(0, { lines: [] }) }));
  return api;
}

async function suggest(pounds: string) {
  await user.click(await screen.findByRole('radio', { name: 'Suggest my budget' }));
  await user.clear(budget());
  if (pounds) await user.type(budget(), pounds);
  await user.click(await screen.findByRole('button', { name: 'Request & Book' }));
}

beforeEach(() => {
  onPhone();
  noteReached();
  finishedDraft();
});

describe('the price agreement', () => {
  it('speaks of the one pro alone who is asked for what they suggested', async () => {
    updateDraft({ invitation: { token: 'work-1.mac', pro: 'Sam O.' } });
    show();
    const own = await screen.findByRole('radio', { name: 'Suggest my budget' });
    expect(own).toHaveAccessibleDescription('Your pro may accept it. Nothing is paid now.');
    expect(screen.getByText(/^Only Sam O\., who suggested this, is asked/)).toBeInTheDocument();
  });
  it('continues to the payment of the full price', async () => {
    updateDraft({ manualQuoteMode: true });
    show();
    const yes = await screen.findByRole('radio', { name: 'Yes, proceed (card payment now)' });
    expect(yes).toBeChecked();
    expect(yes).toHaveAccessibleDescription('£107.50 is the whole price. Card or cash comes next.');
    expect(screen.getByText('Nothing is paid yet.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Pay & Book' }));
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/payment');
    expect(getDraft()).toMatchObject({
      finalQuote: { mode: 'PAID', amountGBP: 107.5 },
      manualQuoteMode: false,
      highIntentNoPrepay: false,
    });
  });

  it('says when the full postcode has changed the price', async () => {
    finishedDraft({
      address: { fullName: 'Ada', phone: '+447700900123', line1: '1 High St', postcode: 'M1 1AA' },
      postcodePrefix: 'M1',
      baseChange: { fromPence: 9750, fromArea: 'SW1', toPence: 8750, toArea: 'M1' },
    });
    show();
    expect(await screen.findByText(/^Was/)).toHaveTextContent('Was £107.50 in SW1, now £97.50 in M1.');
  });
});

describe('what the description is about', () => {
  const doubtful = 'Strange smell and the lights keep flickering';

  it('goes back to the first step while a question about danger is open', async () => {
    finishedDraft({ description: doubtful });
    server();
    show();
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/create');
    expect(getDraft()).toMatchObject({ description: doubtful });
    expect(getDraft().estimationResult).toBeUndefined();
  });

  it('sends the answers with the quote', async () => {
    const dangerAnswers = [{ kind: 'electrics' as const, yes: false }];
    finishedDraft({ description: doubtful, dangerAnswers });
    const api = server();
    show();
    await user.click(await screen.findByRole('radio', { name: 'Suggest my budget' }));
    await waitFor(() => expect(api.of('POST /api/quotes')[0]?.body).toMatchObject({ dangerAnswers }));
  });

  it.each(['danger_question', 'out_of_scope'])('goes back to the first step on %s', async (code) => {
    const api = server();
    api.change('POST /api/quotes', () => problem(422, code));
    show();
    await user.click(await screen.findByRole('radio', { name: 'Suggest my budget' }));
    expect(await screen.findByTestId('location')).toHaveTextContent('/booking/create');
  });

  it('names no exact price where only a pro can confirm it', async () => {
    finishedDraft({ description: 'Pipes in the wall', postcodePrefix: 'M1' });
    updateDraft({
      address: { fullName: 'Ada', phone: '+447700900123', line1: '1 High St', postcode: 'M1 1AA' },
    });
    server();
    show();
    expect(await screen.findByText('About £80–95. A pro confirms the price.')).toBeInTheDocument();
    expect(screen.queryByRole('radio', { name: /Yes, proceed/ })).not.toBeInTheDocument();
  });
});

describe('a price that pros name', () => {
  const later = addDays(londonDay(), 3);
  const nextWeek = { ...unpriced, timeSlotStart: `${later}T14:00`, timeSlotEnd: `${later}T16:00` };
  const letProsName = () => screen.findByRole('radio', { name: 'Let pros name a price' });
  const book = async () => user.click(await screen.findByRole('button', { name: 'Request & Book' }));

  it('is the usual way without an instant price, and no price is shown', async () => {
    finishedDraft({ ...nextWeek, couponCode: 'WELCOME10' });
    const api = unpricedServer();
    show();
    expect(await letProsName()).toBeChecked();
    expect(await letProsName()).toHaveAccessibleDescription('Pros near you will name a price. You choose.');
    expect(screen.queryByLabelText('Your budget in pounds')).not.toBeInTheDocument();
    // The limit for cash is the only amount.
    expect(screen.getAllByText(/£/)).toEqual([screen.getByText('Above £500 you pay by card.')]);
    await book();
    expect(await screen.findByTestId('location')).toHaveTextContent(
      '/booking/confirmation?method=card&booking_id=C-3&currency=GBP',
    );
    const [booked] = api.of('POST /api/bookings');
    expect(booked?.body).toMatchObject({ mode: 'REQUEST', open_price: true, payment_method: 'card' });
    expect(booked?.body).not.toHaveProperty('proposed_price');
    expect(getDraft()).toMatchObject({ finalQuote: { mode: 'OPEN' }, bookingId: 'C-3' });
  });

  it('can be paid in cash', async () => {
    finishedDraft(nextWeek);
    const api = unpricedServer();
    show();
    await user.click(await screen.findByRole('radio', { name: 'Cash' }));
    await book();
    await screen.findByTestId('location');
    expect(api.of('POST /api/bookings')[0]?.body).toMatchObject({ open_price: true, payment_method: 'cash' });
  });

  it('gives way to a budget', async () => {
    finishedDraft(nextWeek);
    const api = unpricedServer();
    show();
    await letProsName();
    await suggest('60');
    await screen.findByTestId('location');
    expect(api.of('POST /api/bookings')[0]?.body).toMatchObject({ proposed_price: 60 });
    expect(api.of('POST /api/bookings')[0]?.body).not.toHaveProperty('open_price');
  });

  it('asks nothing about a changed price of ours', async () => {
    finishedDraft(nextWeek);
    const api = unpricedServer();
    const right = signedQuote(8_700);
    api.change('POST /api/quotes', () => problem(409, 'price_changed', { quote: right }));
    show();
    await book();
    await screen.findByTestId('location');
    expect(api.of('POST /api/bookings')[0]?.body).toMatchObject({ signature: right.signature });
  });

  it('says why the server takes only a budget', async () => {
    finishedDraft(nextWeek);
    const detail = 'There is too little time for pros to name a price.';
    unpricedServer().change('POST /api/bookings', () => problem(422, 'budget_only', { detail }));
    show();
    await book();
    expect(await screen.findByText(detail)).toBeInTheDocument();
  });

  it.each([
    ['SCHEDULED', '2026-11-24T14:00', true],
    ['SCHEDULED', '2026-11-24T13:59:00+00:00', false],
    ['ASAP', '2026-11-24T09:00', true],
    ['EMERGENCY', undefined, true],
  ] as const)('of a job that is %s for %s has the time for it: %s', (urgency, timeSlotStart, hasTime) => {
    const draft = { ...getDraft(), urgency, ...(timeSlotStart && { timeSlotStart }) };
    // 14 hours and a minute before the first of them.
    expect(hasTimeToName(draft, Date.parse('2026-11-23T23:59:00Z'))).toBe(hasTime);
  });
});

it('is the payment’s at a desk', async () => {
  atDesk();
  show();
  expect(await screen.findByTestId('location')).toHaveTextContent('/booking/payment');
});

it('shows at once that the payment step is being fetched', async () => {
  const Never = lazy(() => new Promise<never>(() => {}));
  renderAt(
    <Suspense>
      <Routes>
        <Route path="/booking/review" element={<Component />} />
        <Route path="/booking/payment" element={<Never />} />
      </Routes>
    </Suspense>,
    '/booking/review',
  );
  await user.click(await screen.findByRole('button', { name: 'Pay & Book' }));
  expect(await screen.findByRole('button', { name: 'Processing…' })).toHaveAttribute('aria-busy', 'true');
});

describe('a budget', () => {
  it('is suggested at 90% in whole pounds', async () => {
    show();
    await user.click(await screen.findByRole('radio', { name: 'Suggest my budget' }));
    expect(budget()).toHaveValue('97');
  });

  it('follows the price until an amount is typed', async () => {
    server();
    show();
    await user.click(await screen.findByRole('radio', { name: 'Suggest my budget' }));
    expect(screen.getByText(/^You ask for the work to start within your 14 days/)).toBeInTheDocument();
    act(() => updateDraft({ selectedSlotPriceDelta: 0 }));
    await waitFor(() => expect(budget()).toHaveValue('88'));
    await user.clear(budget());
    await user.type(budget(), '70');
    act(() => updateDraft({ selectedSlotPriceDelta: 10 }));
    expect(budget()).toHaveValue('70');
  });

  it('below 95% is sent to a pro, and leads straight to the confirmation', async () => {
    const api = server();
    show();
    await suggest('60');
    expect(await screen.findByTestId('location')).toHaveTextContent(
      '/booking/confirmation?method=card&amount=6000&booking_id=C-3&currency=GBP',
    );
    expect(api.of('POST /api/quotes')[0]?.body).not.toHaveProperty('couponCode');
    expect(api.of('POST /api/bookings')[0]?.body).toMatchObject({
      mode: 'REQUEST',
      proposed_price: 60,
      payment_method: 'card',
    });
    expect(getDraft()).toMatchObject({ manualQuoteMode: true, highIntentNoPrepay: false, bookingId: 'C-3' });
  });

  it('close to the price counts as high intent, and can be paid in cash', async () => {
    const api = server();
    show();
    await user.click(await screen.findByRole('radio', { name: 'Suggest my budget' }));
    await user.click(screen.getByRole('radio', { name: 'Cash' }));
    await suggest('103');
    await screen.findByTestId('location');
    expect(api.of('POST /api/bookings')[0]?.body).toMatchObject({ payment_method: 'cash' });
    expect(getDraft()).toMatchObject({ manualQuoteMode: false, highIntentNoPrepay: true });
  });

  it('is read as people write it', async () => {
    const api = server();
    show();
    await suggest('£ 1,060.00');
    await screen.findByTestId('location');
    expect(api.of('POST /api/bookings')[0]?.body).toMatchObject({ proposed_price: 1060 });
  });

  it.each([
    ['', ''],
    ['0', ''],
    ['-4', ''],
    ['12,5', ''],
    ['80.50', ' Whole pounds only.'],
  ])('cannot be %j', async (pounds, hint) => {
    const api = server();
    show();
    await suggest(pounds);
    expect(await screen.findByRole('link', { name: `Please enter your budget.${hint}` })).toBeInTheDocument();
    expect(budget()).toBeInvalid();
    expect(api.of('POST /api/bookings')).toHaveLength(0);
  });

  it('is at most £100,000', async () => {
    server();
    show();
    await suggest('100001');
    expect(
      await screen.findByRole('link', { name: 'Your budget can be at most £100,000.' }),
    ).toBeInTheDocument();
  });

  it('is the only choice without an instant price in a slot that begins soon: £40, always manual', async () => {
    finishedDraft(unpriced);
    unpricedServer();
    show();
    await waitFor(() => expect(budget()).toHaveValue('40'));
    expect(screen.getAllByRole('radio', { name: /price|budget/ })).toHaveLength(1);
    expect(screen.getByText('Your slot begins too soon for pros to name a price.')).toBeInTheDocument();
    await user.click(await screen.findByRole('button', { name: 'Request & Book' }));
    await screen.findByTestId('location');
    expect(getDraft().manualQuoteMode).toBe(true);
  });

  it('shows a changed price first, and redeems the new quote', async () => {
    const api = server();
    const right = signedQuote(11_000);
    api.change('POST /api/quotes', () => problem(409, 'price_changed', { quote: right }));
    show();
    await user.click(await screen.findByRole('radio', { name: 'Suggest my budget' }));
    const dialog = await screen.findByRole('dialog', { name: 'The price has changed' });
    await user.click(within(dialog).getByRole('button', { name: 'Accept £110' }));
    await suggest('80');
    await screen.findByTestId('location');
    expect(api.of('POST /api/bookings')[0]?.body).toMatchObject({
      signature: right.signature,
      proposed_price: 80,
    });
  });

  it('continues without a photo that cannot be sent, if the client agrees', async () => {
    fakeXhr();
    finishedDraft({ hasPhoto: true });
    const api = server();
    show();
    await suggest('80');
    await user.click(await screen.findByRole('button', { name: 'Go on without the photo' }));
    await screen.findByTestId('location');
    expect(api.of('POST /api/bookings')[0]?.body).not.toHaveProperty('photo_url');
  });
});
