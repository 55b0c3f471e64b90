// The kinds of documents: what each is for, and which a pro with these skills needs.
import type { DocumentKind, MasterDocument, Skill } from '@/api/types';
import { formatDate } from '../words';

/** The kinds that are worth nothing without their last day. */
export const expiring: readonly DocumentKind[] = ['gas_safe', 'electrical'];

interface Kind {
  kind: DocumentKind;
  what: string;
  /** What it is needed for; null if this pro can do without. */
  need: (skills: readonly Skill[]) => string | null;
}

const kinds: readonly Kind[] = [
  {
    kind: 'identity',
    what: 'Passport or driving licence.',
    need: () => 'Every pro needs it.',
  },
  {
    kind: 'electrical',
    what: 'Your registration with a scheme for electricians.',
    need: (skills) => (skills.includes('electrician') ? 'Electricians need it.' : null),
  },
  {
    kind: 'gas_safe',
    what: 'Your Gas Safe ID card or certificate.',
    need: (skills) =>
      skills.includes('plumber') ? 'Gas jobs need it. Without it, you get the other plumbing jobs.' : null,
  },
  {
    kind: 'insurance',
    what: 'Your policy, if you have one.',
    need: () => null,
  },
  {
    kind: 'other',
    what: 'Anything else that shows what you can do.',
    need: () => null,
  },
];

export interface WantedKind {
  kind: DocumentKind;
  /** What it is, and what it is needed for. */
  about: string;
  optional: boolean;
}

/** The needed kinds first. */
export function wantedKinds(skills: readonly Skill[]): WantedKind[] {
  const wanted = kinds.map(({ kind, what, need }) => {
    const why = need(skills);
    return { kind, about: why ? `${what} ${why}` : what, optional: why === null };
  });
  return [...wanted.filter(({ optional }) => !optional), ...wanted.filter(({ optional }) => optional)];
}

/** 'Rejected: too dark to read' */
export function statusText({ status, reason }: Pick<MasterDocument, 'status' | 'reason'>): string {
  if (status === 'rejected') return reason ? `Rejected: ${reason}` : 'Rejected';
  return { uploaded: 'Uploaded, waiting for verification', verified: 'Verified', expired: 'Expired' }[status];
}

/** 'Valid until Wed 3 Mar 2027' */
export function validityText({ status, expiresOn }: MasterDocument): string | null {
  if (!expiresOn) return null;
  return `${status === 'expired' ? 'Was valid until' : 'Valid until'} ${formatDate(expiresOn)}`;
}

/** What is wrong with the last day of a document that needs one, or null. */
export function expiryProblem(kind: DocumentKind, expiresOn: string, today: string): string | null {
  if (!expiring.includes(kind)) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(expiresOn)) return 'Enter the last day it is valid.';
  return expiresOn > today ? null : 'This day has passed. Enter a day in the future.';
}
