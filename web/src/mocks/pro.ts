// The ready-made pro of the demonstration: every pro's sign-in opens this one.
import { DAY, iso } from './clock';
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
    account: 'pays',
    tax: {
      legalName: 'Sam Carter',
      address: '12 Bermondsey Street, London SE1 3TQ',
      birthDate: '1988-02-14',
      utr: '••••7890',
    },
    payouts: [
      { id: 'po-demo', date: iso(now - 6 * DAY), amountPence: 41_208, sentPence: 41_208, status: 'sent' },
    ],
    trained: ['isolating-water'],
    reviews: [
      {
        id: 'r-3',
        rating: 5,
        created_at: iso(now - 3 * DAY),
        text: 'On time, tidy and kind. The tap is like new.',
      },
      {
        id: 'r-2',
        rating: 4,
        created_at: iso(now - 12 * DAY),
        text: 'Good work. Arrived at the end of the window.',
      },
      {
        id: 'r-1',
        rating: 5,
        created_at: iso(now - 30 * DAY),
        text: 'Explained everything before starting.',
        reply: { text: 'Thank you, it was a pleasure.', created_at: iso(now - 29 * DAY) },
      },
    ],
  };
}

/** Shown to clients as 'Demo Ben H.': the pro whom the script plays. */
export const scriptedPro = {
  id: 'm-scripted',
  name: 'Demo Ben H.',
  phone: '+447700900982',
  rating: 4.9,
} as const;
