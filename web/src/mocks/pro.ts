// The ready-made pro of the demonstration: every pro's sign-in opens this one.
import { DAY, iso } from './clock';
import { earlier } from './earlier';
import type { Schemas } from './route';
import type { DemoPro } from './world';

export const DEMO_PRO = 'm-demo';

const steps: Schemas['OnboardingStep'][] = ['basics', 'rates', 'area', 'skills', 'documents', 'email'];

export function newPro(): DemoPro {
  const now = Date.now();
  return {
    profile: {
      masterId: DEMO_PRO,
      email: 'pro@callout.example',
      emailProved: true,
      accountType: 'sole_trader',
      status: 'active',
      isActive: true,
      createdAt: iso(now - 400 * DAY),
      basics: {
        firstName: 'Demo Sam',
        lastName: 'Okafor',
        legalName: 'Sam Okafor',
        phone: '+447700900980',
        experienceYears: 12,
        tradingAddress: '3 Mill Lane\nLondon E2 8AA',
      },
      rates: { callOutGBP: 40, hourlyGBP: 52.5 },
      area: { radiusKm: 16, basePostcode: 'E2 8AA', base_lat: 51.529, base_lng: -0.07 },
      skills: ['plumber', 'handyman'],
      checklist: steps.map((step) => ({ step, done: true })),
      missing: [],
      waitingFor: [],
    },
    notices: [],
    lastOfferAt: 0,
    declined: [],
    ...earlier(now),
    account: 'pays',
    tax: {
      legalName: 'Sam Carter',
      address: '12 Bermondsey Street, London SE1 3TQ',
      birthDate: '1988-02-14',
      utr: '••••7890',
    },
    debts: [],
    documents: [
      { id: 'document-identity', kind: 'identity', status: 'verified', uploadedAt: iso(now - 400 * DAY) },
      {
        id: 'document-insurance',
        kind: 'insurance',
        status: 'verified',
        uploadedAt: iso(now - 400 * DAY),
        expiresOn: '2099-12-31',
      },
    ],
    trained: ['isolating-water'],
  };
}

/** Shown to clients as 'Demo Ben H.': the pro whom the script plays. */
export const scriptedPro = {
  id: 'm-scripted',
  name: 'Demo Ben H.',
  phone: '+447700900982',
  rating: 4.9,
} as const;
