// Everything the demonstration knows: in memory, with a copy in this browser's storage, so that a reload and other tabs go on with it.
import type { QuoteInput } from '@/pricing';
import { createStore } from '@/shared/createStore';
import { readStored, removeStored, writeStored } from '@/shared/storage';
import { newPro } from './pro';
import type { Schemas } from './route';

export interface World {
  clients: DemoClient[];
  bookings: DemoBooking[];
  pro: DemoPro;
  messageChoices: Record<'clients' | 'masters', Schemas['MessageChoice'][]>;
}

export interface DemoClient {
  isGuest: boolean;
  since: number;
  profile: Schemas['ClientProfile'];
}

/** A booking with everything that both sides see of it. Times are Unix milliseconds. */
export interface DemoBooking {
  id: string;
  /** Whom the visitor plays; the script plays the other side. */
  visitor: 'client' | 'pro';
  clientId: string;
  draftId: string | null;
  guestToken: string;
  shareToken?: string;
  createdAt: number;
  status: Schemas['BookingStatus'];
  /** When the status began. */
  since: number;
  job: {
    description: string;
    problemType: string;
    readableName: string;
    photoUrl?: string | null;
  };
  address: Partial<Schemas['AddressInput']> & { postcode: string };
  timeslot?: Schemas['BookedSlot'];
  /** What the price is computed from. */
  priced: QuoteInput;
  bookVersion: string;
  /** What was agreed on top of it, pence. */
  agreedPence: number;
  /** The client's own budget instead of the price, pence. */
  budgetPence?: number;
  lines: Schemas['QuoteLine'][];
  amountPence: number;
  method: 'card' | 'cash';
  payments: DemoPayment[];
  due?: DemoDue;
  proposal?: { deltaPence: number; message?: string; until: number; approved: boolean };
  /** The highest price to which the script's pro has asked for more, pence. */
  askedAtPence?: number;
  /** Another time that the pro was asked for. */
  suggestion?: { timeslot: Schemas['BookedSlot']; deltaGBP: number; since: number };
  events: Schemas['BookingEvent'][];
  messages: DemoMessage[];
  reviewOfPro?: Schemas['OwnReview'];
  reviewOfClient?: Schemas['OwnReview'];
  cancelReason?: string;
  /** What it cost although it was called off, pence. */
  feePence?: number;
  /** Wrong start codes since the last new one. */
  wrongCodes?: number;
  startCodesRenewed?: number;
  /** How the work began and ended. */
  work?: Partial<Schemas['WorkShown']>;
  extras?: Schemas['ChangeOrder'][];
  disputes?: Schemas['Dispute'][];
  /** What became of it once the client asked to stop the work. */
  stop?: Schemas['JobStop'];
  /** What the pro says of a cash job that was not paid, and of a client who was not at home. */
  notPaid?: Schemas['NotPaid'];
  notHome?: Schemas['MissedVisit'];
  /** Until when the visitor may answer, while it is offered. */
  offeredUntil?: number;
}

export interface DemoPayment {
  id: string;
  secret: string;
  amountPence: number;
  status: Schemas['IntentStatus'];
  /** Once paid, what the booking has been waiting for happens. */
  isForDue: boolean;
  refundedPence?: number;
}

export interface DemoDue {
  reason: Schemas['DueReason'];
  amountPence: number;
  until: number;
  /** What the price rises by once it is paid. */
  deltaPence: number;
  timeslot?: Schemas['BookedSlot'];
  deltaGBP?: number;
}

export interface DemoMessage {
  id: string;
  from: 'client' | 'pro';
  text: string;
  at: number;
  /** The sender's own name for it. */
  clientId?: string;
  isRead: boolean;
}

/** The ready-made pro that every pro's sign-in opens. */
export interface DemoPro {
  profile: Schemas['MasterProfile'];
  /** What the pro's stream has told, from 1. */
  notices: { event: string; data: object }[];
  lastOfferAt: number;
  declined: string[];
  account: Schemas['TestAccountKind'];
  tax: Schemas['TaxView'] | null;
  payouts: Schemas['Payout'][];
  /** What has changed the balance beside the jobs of the demonstration. */
  postings: Schemas['StatementLine'][];
  /** Payments of what is owed for cash jobs. */
  debts: Omit<DemoPayment, 'isForDue'>[];
  /** Papers, without their files. */
  documents: Schemas['MasterDocument'][];
  trained: string[];
  reviews: Schemas['PublicReview'][];
}

const KEPT = 'callout.demo';

let world: World = read() ?? newWorld();
const store = createStore(() => world);

export const theWorld = (): World => world;

/** Runs after every change, in whichever tab, until the returned function is called. */
export const onChange = store.subscribe;

/** Keeps what has changed, and tells everybody. */
export function changed(): void {
  writeStored(KEPT, JSON.stringify(world));
  store.changed();
}

/** Time has passed: what depends on the clock is told anew. */
export const pulse = store.changed;

/** Begins afresh, as on the first visit. */
export function forgetWorld(): void {
  removeStored(KEPT);
  world = newWorld();
  store.changed();
}

/** The account ends, and what it has booked with it. */
export function forgetClient(clientId: string): void {
  world.clients = world.clients.filter(({ profile }) => profile.clientId !== clientId);
  world.bookings = world.bookings.filter((booking) => booking.clientId !== clientId);
}

/** The ready-made pro begins afresh. */
export function forgetPro(): void {
  const { pro, messageChoices } = newWorld();
  world.pro = pro;
  world.messageChoices.masters = messageChoices.masters;
  world.bookings = world.bookings.filter(({ visitor }) => visitor === 'client');
}

function newWorld(): World {
  return {
    clients: [],
    bookings: [],
    pro: newPro(),
    messageChoices: {
      clients: [
        { kind: 'completed', on: true, firstOnly: true, ways: ['email', 'text'] },
        { kind: 'unread_chat', on: true, firstOnly: true, ways: ['email', 'text'] },
      ],
      masters: [
        { kind: 'offers', on: true, firstOnly: false, ways: ['email'] },
        { kind: 'suggested_time', on: true, firstOnly: true, ways: ['email'] },
        { kind: 'unread_chat', on: true, firstOnly: true, ways: ['email'] },
      ],
    },
  };
}

/** A copy that an older version has left is no use. */
function read(): World | null {
  try {
    const kept: World | null = JSON.parse(readStored(KEPT) ?? 'null');
    return kept?.pro?.postings ? kept : null;
  } catch {
    return null;
  }
}

window.addEventListener('storage', ({ key }) => {
  if (key !== KEPT) return;
  world = read() ?? newWorld();
  store.changed();
});
