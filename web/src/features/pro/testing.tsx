// Shared by the tests of the pro area: a pro at each stage, and the area with all its pages.
import { Route, Routes, useLocation } from 'react-router';
import type { MasterProfile, OnboardingStep } from '@/api/types';
import { startSession } from '@/shared/session';
import { type FakeAnswer, type FakeCall, fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { Checklist, Company, Home, Layout, Profile, Step as StepPage } from './screens';

const allSteps: OnboardingStep[] = ['basics', 'rates', 'area', 'skills', 'documents', 'email'];

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
  rates: { callOutGBP: 40, hourlyGBP: 52.5 },
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

type Handlers = Record<string, (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>>;

/** The server of this pro. */
export function serverOf(profile: MasterProfile, handlers: Handlers = {}) {
  return fakeApi({
    'GET /api/masters/me': () => ({ json: profile }),
    'GET /api/masters/documents': () => ({ json: { items: [] } }),
    ...handlers,
  });
}

function Location() {
  return <p data-testid="location">{useLocation().pathname}</p>;
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
          <Route path="/master/onboarding/:step" element={<StepPage />} />
          <Route path="/master/profile" element={<Profile />} />
          <Route path="/master/profile/company" element={<Company />} />
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
