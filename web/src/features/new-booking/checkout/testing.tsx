// Shared by the checkout tests: a finished draft, the server's usual answers, and where the app navigates to.
import { Outlet, Route, Routes, useLocation } from 'react-router';
import type { Quote, QuoteRequest } from '@/api/types';
import { londonDay } from '@/shared/london';
import { paths } from '@/shared/paths';
import { type FakeCall, fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { guestToken } from '@/test/token';
import { type BookingDraft, updateDraft } from '../draft';
import { Guard, missingStep } from '../draft/Guard';
import { reloadDraft } from '../draft/store';

const today = () => londonDay();

/** A leaking tap in SW1A: base estimate £97.50, a slot at +£10, STANDARD: £107.50. */
export function finishedDraft(change: Partial<BookingDraft> = {}): void {
  localStorage.clear();
  reloadDraft();
  const day = today();
  updateDraft({
    description: 'Leaking tap in the kitchen',
    postcodePrefix: 'SW1',
    problemType: 'leak',
    estimationResult: estimate,
    address: { fullName: 'Ada Brown', phone: '+447700900123', line1: '1 High Street', postcode: 'SW1A 1AA' },
    urgency: 'SCHEDULED',
    timeSlotId: `${day}-3`,
    timeSlotLabel: 'Today, 14:00–16:00',
    timeSlotStart: `${day}T14:00`,
    timeSlotEnd: `${day}T16:00`,
    selectedSlotPriceDelta: 10,
    ...change,
  });
  localStorage.setItem('guest_token', guestToken());
}

const estimate: NonNullable<BookingDraft['estimationResult']> = {
  category: 'Leak / tap issue',
  trade: 'plumber',
  confidence: 0.82,
  base_min: 90,
  base_max: 105,
  region_factor: 1.12,
  region_label: 'London +12%',
  currency: 'GBP',
  readable_name: 'Leak / tap issue',
  problem_type: 'leak',
  estimated_cost: 97.5,
  breakdown: [],
  quick_tips: [],
  faq: [],
  trades: [],
  suggested_flow: 'instant_price',
  alternatives: [],
  mode: 'keyword',
  scale: false,
  several: false,
  out_of_scope: false,
  gas_work: false,
  explanation: [{ kind: 'keyword', entry: 'leak' }],
  book_version: '2026.1',
};

let quotes = 0;

/** A signed quote for this amount, valid for 15 minutes by default. */
export function signedQuote(amountPence: number, change: Partial<Quote> = {}): Quote {
  quotes += 1;
  return {
    quoteId: `q-${quotes}`,
    amountPence,
    currency: 'GBP',
    expiresAtEpochSec: Math.floor(Date.now() / 1000) + 900,
    signature: `signed-${quotes}`,
    lines: [
      { kind: 'base', label: 'Base estimate', amountPence: 9750 },
      { kind: 'tier', label: 'Service level adjustment', amountPence: 0 },
      { kind: 'schedule', label: 'Slot adjustment', amountPence: amountPence - 9750 },
    ],
    bookVersion: '2026.1',
    ...change,
  };
}

export function payment(amountPence: number, id = 'C-1') {
  return {
    bookingId: id,
    clientSecret: `secret-of-${id}`,
    paymentIntentId: `pi_${id}`,
    amountPence,
    payByEpochSec: Math.floor(Date.now() / 1000) + 1200,
    guestToken: 'guest-link',
    shareToken: 'share-link',
  };
}

/** A server that agrees with every price and accepts every card. */
export function agreeingServer() {
  return fakeApi({
    'GET /api/payments/config': () => ({ json: { provider: 'sandbox', publishableKey: '' } }),
    'POST /api/quotes': ({ body }: FakeCall) => ({
      status: 201,
      json: signedQuote((body as QuoteRequest).amountPence),
    }),
    'POST /api/payments/create': () => ({ status: 201, json: payment(10_750) }),
    'POST /api/sandbox/payments/pi_C-1/confirm': () => ({ json: { status: 'requires_capture' } }),
  });
}

function Location() {
  const { pathname, search } = useLocation();
  return <p data-testid="location">{pathname + search}</p>;
}

const { happyDOM } = window as unknown as { happyDOM: { setViewport: (size: { width: number }) => void } };

/** The width of the window; tests start at a desk. */
export const onPhone = () => happyDOM.setViewport({ width: 390 });
export const atDesk = () => happyDOM.setViewport({ width: 1440 });

/** Renders a screen behind its guard at its path; any other path just shows where the app has gone. */
export function renderScreen(path: string, Screen: () => React.ReactNode, search = '') {
  // As in the app, the confirmation stands outside the guard: its draft is spent.
  const guarded = path !== paths.booking.confirmation();
  return renderAt(
    <Routes>
      <Route element={guarded ? <Guard missing={missingStep} /> : <Outlet />}>
        <Route path={path} element={<Screen />} />
      </Route>
      <Route path="*" element={<Location />} />
    </Routes>,
    path + search,
  );
}
