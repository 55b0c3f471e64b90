// Shared by the tests of the pro area: a pro at each stage, an offer, a job, and the area with all its pages.
import { Route, Routes, useLocation } from 'react-router';
import type { WorkingHours } from '@/api/hours';
import type { Job, Offer } from '@/api/jobs';
import type { MasterProfile, OnboardingStep, PublicMaster } from '@/api/types';
import { startSession } from '@/shared/session';
import { type FakeAnswer, type FakeCall, fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import {
  ActivatedOnly,
  Badges,
  Checklist,
  Company,
  Home,
  Hours,
  Invoice,
  Job as JobPage,
  Jobs,
  Layout,
  Module,
  Notifications,
  PayDebt,
  Payouts,
  Profile,
  Statement,
  Step as StepPage,
  Stream,
  Tax,
  TestDetails,
  Training,
} from './screens';

const allSteps: OnboardingStep[] = ['basics', 'area', 'skills', 'email', 'documents'];

/** A pro with these steps still to do. */
export function proMissing(missing: OnboardingStep[], more: Partial<MasterProfile> = {}): MasterProfile {
  return {
    masterId: 'm-1',
    email: 'sam@example.com',
    emailProved: !missing.includes('email'),
    accountType: 'sole_trader',
    status: 'incomplete',
    isActive: false,
    createdAt: '2026-11-01T10:00:00Z',
    skills: [],
    checklist: allSteps.map((step) => ({ step, done: !missing.includes(step) })),
    missing,
    waitingFor: [],
    ...more,
  };
}

export const newPro = proMissing(allSteps);

export const entered = {
  basics: {
    firstName: 'Sam',
    lastName: 'Okafor',
    phone: '+447700900123',
    experienceYears: 12,
    legalName: 'Samuel Okafor',
    tradingAddress: '3 Mill Lane, London E2 8AA',
  },
  area: { radiusKm: 16, basePostcode: 'E2 8AA', base_lat: 51.53, base_lng: -0.07 },
  skills: ['plumber', 'handyman'],
} satisfies Partial<MasterProfile>;

export const waitingPro = proMissing([], {
  ...entered,
  status: 'waiting',
  isActive: true,
  waitingFor: [{ kind: 'identity', reason: 'not_verified' }],
});

export const activePro: MasterProfile = { ...waitingPro, status: 'active', waitingFor: [] };

export const publicPro: PublicMaster = {
  masterId: 'm-1',
  name: 'Sam O.',
  skills: ['plumber', 'handyman'],
  verified: true,
  insured: false,
  rating: 4.9,
  reviewCount: 27,
  jobsDone: 212,
  memberSince: '2026-11-01',
};

export const offer: Offer = {
  bookingId: 'C-7K2M9XYZ',
  title: 'Leak / tap issue',
  subtitle: 'SW1A, 2.1 km',
  description: 'Kitchen tap dripping since Sunday',
  district: 'SW1A',
  window: { start: '2026-11-24T11:00:00+00:00', end: '2026-11-24T13:00:00+00:00' },
  urgency: 'SCHEDULED',
  paymentMethod: 'card',
  price: 107,
  feePence: 1605,
  netPence: 9095,
  feeBasisPoints: 1500,
  distance_km: 2.06,
  ttl: 30,
  lasts: 30,
  // Tests say by `ttl` when it ends.
  expiresAt: '2099-01-01T00:00:00Z',
};

/** In the pool. */
export const poolJob: Job = {
  id: 'C-4QX81ABC',
  status: 'pending',
  seq: 3,
  problem_type: 'drains',
  readable_name: 'Blocked sink',
  description: 'The kitchen sink does not drain',
  district: 'N1',
  distance_km: 4.84,
  urgency: 'SCHEDULED',
  tier: 'STANDARD',
  timeslot: { id: '2026-11-24-1', start: '2026-11-24T09:00:00+00:00', end: '2026-11-24T11:00:00+00:00' },
  payment_method: 'card',
  quote_mode: 'PAID',
  price_pence: 11_500,
  fee_pence: 1725,
  net_pence: 9775,
  taken_back_pence: 0,
  fee_basis_points: 1500,
  extra_allowed_pence: 0,
  payment_currency: 'GBP',
  location: { lat: 51.53, lng: -0.1 },
  created_at: '2026-11-23T10:00:00Z',
};

/** This pro's own. */
export const ownJob: Job = {
  ...poolJob,
  status: 'assigned',
  customer_first_name: 'Ada',
  customer_name: 'Ada Brown',
  customer_phone: '+447911123456',
  address_line1: '14 Harbour Row',
  city: 'London',
  postcode: 'N1 2AB',
  entry_info: 'Blue door, code 1907',
};

type Handlers = Record<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>;

export const STREAM = 'GET /api/events/stream/master/m-1';
export const BADGES = 'GET /api/masters/m-1/badges';
export const TRAINING = 'GET /api/masters/m-1/training';
export const REVIEWS = 'GET /api/masters/m-1/reviews';
export const PUBLIC_PROFILE = 'GET /api/masters/m-1/profile';
export const NOTICES = 'GET /api/events/notify/master/m-1';

/** Of a pro who has said nothing of their hours. */
export const noHours: WorkingHours = {
  emergenciesAnyTime: false,
  quietAtNight: false,
  timesAway: [],
  blockedClients: [],
};

/** The server's end of the pro's stream; each connection is the newest one's. */
export function fakeStream() {
  let writer: ReadableStreamDefaultController<Uint8Array> | undefined;
  const encoder = new TextEncoder();
  return {
    /** Answers a connection. */
    open: (): FakeAnswer => ({
      body: new ReadableStream<Uint8Array>({
        start: (controller) => {
          writer = controller;
        },
      }),
      headers: { 'Content-Type': 'text/event-stream' },
    }),
    send: (event: string, data: object) =>
      writer?.enqueue(encoder.encode(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)),
    cut: () => writer?.error(new TypeError('network error')),
  };
}

/** The server of this pro. */
export function serverOf(profile: MasterProfile, handlers: Handlers = {}) {
  return fakeApi({
    'GET /api/masters/me': () => ({ json: profile }),
    'GET /api/masters/me/messages': () => ({ json: { items: [], browsers: 0 } }),
    'GET /api/masters/me/hours': () => ({ json: noHours }),
    'GET /api/masters/me/calendar': () => ({ json: {} }),
    'GET /api/masters/me/passkeys': () => ({ json: { items: [] } }),
    'GET /api/masters/documents': () => ({ json: { items: [] } }),
    'GET /api/masters/offers': () => ({ json: { items: [] } }),
    [BADGES]: () => ({ json: { items: [] } }),
    [TRAINING]: () => ({ json: { items: [] } }),
    [REVIEWS]: () => ({ json: { items: [] } }),
    [PUBLIC_PROFILE]: () => ({ json: publicPro }),
    'GET /api/bookings': () => ({ json: { items: [] } }),
    // Neither opens nor fails.
    [STREAM]: () => new Promise(() => undefined),
    [NOTICES]: () => new Promise(() => undefined),
    ...handlers,
  });
}

function Location() {
  const { pathname, search } = useLocation();
  return <p data-testid="location">{pathname + search}</p>;
}

/** Opens a page of the area as the signed-in pro. */
export function openArea(path: string) {
  startSession(token({ sub: 'm-1', role: 'master', email: 'sam@example.com' }));
  return renderAt(
    <>
      <Location />
      <Routes>
        <Route element={<Layout />}>
          <Route path="/master" element={<Home />} />
          <Route path="/master/onboarding" element={<Checklist />} />
          <Route path="/master/onboarding/notifications" element={<Notifications />} />
          <Route path="/master/onboarding/:step" element={<StepPage />} />
          <Route path="/master/payouts/statements/:month" element={<Statement />} />
          <Route path="/master/payouts/invoices/:number" element={<Invoice />} />
          <Route path="/master/profile/company" element={<Company />} />
          <Route element={<ActivatedOnly />}>
            <Route path="/master/stream" element={<Stream />} />
            <Route path="/master/bookings" element={<Jobs />} />
            <Route path="/master/booking/:id" element={<JobPage />} />
            <Route path="/master/badges" element={<Badges />} />
            <Route path="/master/training" element={<Training />} />
            <Route path="/master/training/:moduleId" element={<Module />} />
            <Route path="/master/payouts" element={<Payouts />} />
            <Route path="/master/payouts/debt" element={<PayDebt />} />
            <Route path="/master/payouts/tax" element={<Tax />} />
            <Route path="/master/payouts/test-details" element={<TestDetails />} />
            <Route path="/master/profile" element={<Profile />} />
            <Route path="/master/hours" element={<Hours />} />
          </Route>
        </Route>
      </Routes>
    </>,
    path,
  );
}

/** The parts of an upload. */
export function fieldsOf(call: FakeCall | undefined): Record<string, FormDataEntryValue> {
  return call?.body instanceof FormData ? Object.fromEntries(call.body) : {};
}
