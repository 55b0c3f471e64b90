// What a pro's skills, documents and states are called.
import type { DocumentKind, MasterProfile, MasterWaiting, Skill } from '@/api/types';
import { whenOf } from '@/shared/bookingWords';
import { addDays, asLondon, formatDay, formatWindow, londonDay } from '@/shared/london';
import { serverNow } from '@/shared/session';
import { skillTitles } from '@/shared/skills';

export const skills: Record<Skill, { name: string; needs: string }> = {
  plumber: {
    name: skillTitles.plumber,
    needs: 'Needs an identity document. Gas jobs also need a Gas Safe registration; other plumbing does not.',
  },
  electrician: {
    name: skillTitles.electrician,
    needs: 'Needs an identity document and an electrical registration.',
  },
  handyman: { name: skillTitles.handyman, needs: 'Needs an identity document.' },
  builder: { name: skillTitles.builder, needs: 'Needs an identity document.' },
};

export const skillNames = Object.keys(skills) as Skill[];

export const documentTitles: Record<DocumentKind, string> = {
  identity: 'Identity document',
  gas_safe: 'Gas Safe registration',
  electrical: 'Electrical registration',
  insurance: 'Public liability insurance',
  other: 'Another document',
};

/** What waits for a document, and what about it is missing. An identity that was verified once holds up no job, expired or not. */
export function waitingText({ kind, reason }: MasterWaiting, status: MasterProfile['status']): string {
  const what = kind === 'identity' && status === 'active' ? 'You still get jobs.' : waitingWhat[kind];
  return `${what} ${waitingWhy[reason]}`;
}

const waitingWhat: Record<MasterWaiting['kind'], string> = {
  identity: 'Every job needs it.',
  gas_safe: 'Gas jobs need it.',
  electrical: 'Electrical jobs need it.',
};

const waitingWhy: Record<MasterWaiting['reason'], string> = {
  not_uploaded: 'Not uploaded yet.',
  not_verified: 'Uploaded, waiting for verification.',
  rejected: 'It was rejected: upload another one.',
  expired: 'It has expired: please upload a new one.',
};

/** 'Sam, plumber': how the header names a pro. */
export function nameAndRole({ basics, skills: [skill] }: MasterProfile): string {
  const role = skill ? skills[skill].name.toLowerCase() : 'pro';
  return basics ? `${basics.firstName}, ${role}` : `Callout ${role}`;
}

export function fullName({ basics, email }: MasterProfile): string {
  return basics ? `${basics.firstName} ${basics.lastName}` : email;
}

/** By London wall-clock time, as 'HH:mm'. */
export function greeting(clock: string): string {
  if (clock < '12:00') return 'Good morning';
  return clock < '18:00' ? 'Good afternoon' : 'Good evening';
}

/** 'Wed 3 Mar 2027': a day that may be years away. */
export function formatDate(day: string): string {
  return `${formatDay(asLondon(day).day, 'short')} ${day.slice(0, 4)}`;
}

const KM_A_MILE = 1.609344;

export function milesOf(km: number): number {
  return Math.round(km / KM_A_MILE);
}

/** In whole km, as the server keeps it. */
export function kmOf(miles: number): number {
  return Math.round(miles * KM_A_MILE);
}

/** '1 mile', '10 miles' */
export function formatMiles(miles: number): string {
  return `${miles} ${miles === 1 ? 'mile' : 'miles'}`;
}

/** 'SW1A, 2.1 km' */
export function placeText(district: string, km: number | undefined): string {
  return km === undefined ? district : `${district}, ${km.toFixed(1)} km`;
}

/** 'today, 11:00–13:00', 'Tue 24 Nov, 11:00–13:00', or how urgent it is. */
export function soonOf(time: Parameters<typeof whenOf>[0]): string {
  const { timeslot } = time;
  const today = londonDay(serverNow());
  const name =
    timeslot && { [today]: 'today', [addDays(today, 1)]: 'tomorrow' }[asLondon(timeslot.start).day];
  return timeslot && name ? `${name}, ${formatWindow(timeslot.start, timeslot.end)}` : whenOf(time);
}

/** What a booking is called in lists. */
export function shortId(id: string): string {
  return id.slice(0, 6);
}
