// The steps in the words of the checklist and the profile.
import { BadgeCheck, FileText, type LucideIcon, MailCheck, MapPin, UserRound } from 'lucide-react';
import type { MasterProfile, OnboardingStep } from '@/api/types';
import { formatMiles, fullName, milesOf, skills } from '../words';

interface StepWords {
  title: string;
  Icon: LucideIcon;
  /** What it asks for. */
  todo: string;
  /** What was entered; undefined until something is. */
  entered: (profile: MasterProfile) => string | undefined;
}

export const steps: Record<OnboardingStep, StepWords> = {
  basics: {
    title: 'About you',
    Icon: UserRound,
    todo: 'Your name, mobile and trading address',
    entered: (profile) =>
      profile.basics && `${fullName(profile)}, ${yearsOf(profile.basics.experienceYears)}`,
  },
  area: {
    title: 'Your area',
    Icon: MapPin,
    todo: 'Where you start from, and how far you travel',
    entered: ({ area }) => area && `${area.basePostcode}, ${formatMiles(milesOf(area.radiusKm))}`,
  },
  skills: {
    title: 'Skills',
    Icon: BadgeCheck,
    todo: 'What you do',
    entered: ({ skills: own }) => own.map((skill) => skills[skill].name).join(', ') || undefined,
  },
  documents: {
    title: 'Documents',
    Icon: FileText,
    todo: 'An identity document, and what your skills need',
    entered: ({ missing, waitingFor }) =>
      missing.includes('documents') ? undefined : documentsText(waitingFor),
  },
  email: {
    title: 'Prove your email',
    Icon: MailCheck,
    todo: 'We send you a code',
    entered: ({ emailProved }) => (emailProved ? 'Verified' : undefined),
  },
};

function yearsOf(years: number): string {
  return years === 1 ? '1 year' : `${years} years`;
}

function documentsText(waitingFor: MasterProfile['waitingFor']): string {
  if (waitingFor.length === 0) return 'Verified';
  return waitingFor.every(({ reason }) => reason === 'not_verified')
    ? 'Uploaded, waiting for verification'
    : 'One of them needs your attention';
}

export function isStep(name: string): name is OnboardingStep {
  return Object.hasOwn(steps, name);
}
