// The booking draft: what the client has entered so far, kept in this browser for 7 days. A stored draft is never trusted: each field is
// checked when it is read, and one that no longer fits is dropped without losing the others.
import type { Address, Currency, DangerAnswer, Estimate, Explained, Tier, Urgency } from '@/api/types';
import {
  type Check,
  isBoolean,
  isInteger,
  isList,
  isMatching,
  isNullable,
  isNumber,
  isOneOf,
  isOptional,
  isShape,
  isText,
} from '@/shared/checks';

export interface FinalQuote {
  /** 'OPEN': pros name a price. */
  mode: 'PAID' | 'REQUEST' | 'OPEN';
  /** Not there while pros are to name it. */
  amountGBP?: number;
}

/** A full postcode in another price region changed the estimate, in pence. */
export interface BaseChangeDraft {
  fromPence: number;
  /** As in 'SW1'. */
  fromArea: string;
  toPence: number;
  toArea: string;
}

/** What a pro suggested: who alone is asked. */
export interface InvitationDraft {
  token: string;
  /** What the pro is called. */
  pro: string;
}

/** What became of the draft before this one. */
export interface Booked {
  draftId: string;
  bookingId: string;
}

export interface BookingDraft {
  /** UUID; a draft has at most one live booking on the server. */
  draftId: string;
  userId?: string;
  description: string;
  postcodePrefix: string;
  /** Typed where only its outward code was asked for; offered for the address. */
  fullPostcode?: string;
  quickFix?: string;
  problemTypeToUse?: string;
  problemType?: string;
  /** To the questions about danger that the description raised; another description drops them. */
  dangerAnswers?: DangerAnswer[];
  estimationResult?: Estimate;
  /** The client has confirmed that the power is off, for danger from electrics. */
  powerOff?: boolean;
  hasPhoto: boolean;
  /** Set once the photo has been uploaded. */
  photoUrl?: string;
  address?: Address;
  /** The address is from an earlier booking, and has not been confirmed for this one. */
  addressToConfirm?: boolean;
  /** By which the draft was begun. */
  invitation?: InvitationDraft;
  /** Said once, where the price is shown; the next estimate or address clears it. */
  baseChange?: BaseChangeDraft;
  urgency: Urgency;
  /** 'EMERGENCY_NOW' or a slot's id. */
  timeSlotId?: string;
  timeSlotLabel?: string;
  timeSlotStart?: string;
  timeSlotEnd?: string;
  /** Pounds. */
  selectedSlotPriceDelta?: number;
  cheaper?: boolean;
  tier: Tier;
  couponCode?: string;
  /** What the coupon took off when it was applied. */
  couponDiscountPence?: number;
  finalQuote?: FinalQuote;
  manualQuoteMode: boolean;
  highIntentNoPrepay: boolean;
  bookingId?: string;
  paymentIntentId?: string;
  clientSecret?: string;
  shareToken?: string;
  guestToken?: string;
  amountPence?: number;
  currency: Currency;
  /** For other tabs that still show the draft before. */
  booked?: Booked;
}

const address = isShape<Address>({
  fullName: isText(200),
  phone: isText(40),
  email: isOptional(isText(254)),
  line1: isText(200),
  line2: isOptional(isText(200)),
  city: isOptional(isText(120)),
  postcode: isText(16),
  entryInfo: isOptional(isText(1000)),
});
// Checks only what the screens rely on; other fields of an estimate are kept unchecked.
const isWord = isText(10_000);
const estimate = isShape<Estimate>({
  readable_name: isWord,
  problem_type: isWord,
  confidence: isNumber,
  base_min: isNullable(isNumber),
  base_max: isNullable(isNumber),
  estimated_cost: isNullable(isNumber),
  region_label: isWord,
  suggested_flow: isOneOf('instant_price', 'request_quote', 'ask_for_details', 'emergency_advice'),
  mode: isOneOf('quick_fix', 'chosen', 'keyword', 'classifier', 'none', 'danger'),
  breakdown: isList(isShape({ label: isWord, amount: isNumber })),
  alternatives: isList(isShape({ code: isWord, name: isWord })),
  quick_tips: isList(isWord),
  faq: isList(isShape({ question: isWord, answer: isWord })),
  // An estimate that an older version of the app kept has neither.
  explanation: isOptional(isList(isShape({ kind: isWord, entry: isWord }))) as Check<Explained[]>,
  emergency_numbers: isOptional(isList(isShape({ name: isWord, number: isWord }))),
});

/** One check per field, so that an invalid field does not affect the others. */
export const fields: { [Name in keyof BookingDraft]-?: Check<Required<BookingDraft>[Name]> } = {
  draftId: isMatching(/^[0-9a-f-]{36}$/),
  userId: isText(254),
  description: isText(2000),
  postcodePrefix: isText(8),
  fullPostcode: isText(8),
  quickFix: isText(40),
  problemTypeToUse: isText(40),
  problemType: isText(40),
  dangerAnswers: isList(
    isShape<DangerAnswer>({
      kind: isOneOf('gas', 'carbon_monoxide', 'water_on_electrics', 'electrics'),
      yes: isBoolean,
    }),
  ),
  estimationResult: estimate,
  powerOff: isBoolean,
  hasPhoto: isBoolean,
  photoUrl: isText(300),
  address,
  addressToConfirm: isBoolean,
  invitation: isShape<InvitationDraft>({ token: isText(200), pro: isText(200) }),
  baseChange: isShape<BaseChangeDraft>({
    fromPence: isInteger,
    fromArea: isText(8),
    toPence: isInteger,
    toArea: isText(8),
  }),
  urgency: isOneOf('EMERGENCY', 'ASAP', 'SCHEDULED'),
  timeSlotId: isText(40),
  timeSlotLabel: isText(80),
  timeSlotStart: isText(40),
  timeSlotEnd: isText(40),
  selectedSlotPriceDelta: isNumber,
  cheaper: isBoolean,
  tier: isOneOf('ECONOMY', 'STANDARD', 'PRIORITY'),
  couponCode: isText(32),
  couponDiscountPence: isInteger,
  finalQuote: isShape({ mode: isOneOf('PAID', 'REQUEST', 'OPEN'), amountGBP: isOptional(isNumber) }),
  manualQuoteMode: isBoolean,
  highIntentNoPrepay: isBoolean,
  bookingId: isText(80),
  paymentIntentId: isText(120),
  clientSecret: isText(200),
  shareToken: isText(400),
  guestToken: isText(400),
  amountPence: isInteger,
  currency: isOneOf('GBP'),
  booked: isShape<Booked>({ draftId: isText(36), bookingId: isText(80) }),
};

export function emptyDraft(draftId: string): BookingDraft {
  return {
    draftId,
    description: '',
    postcodePrefix: '',
    hasPhoto: false,
    urgency: 'ASAP',
    tier: 'STANDARD',
    manualQuoteMode: false,
    highIntentNoPrepay: false,
    currency: 'GBP',
  };
}

/** Keeps the fields of a stored value that pass their checks; the rest are as in an empty draft. */
export function salvageDraft(stored: unknown, draftId: string): BookingDraft {
  const draft: Record<string, unknown> = { ...emptyDraft(draftId) };
  if (typeof stored !== 'object' || stored === null) return draft as unknown as BookingDraft;
  for (const [name, fits] of Object.entries(fields)) {
    const value = (stored as Record<string, unknown>)[name];
    if (fits(value)) draft[name] = value;
  }
  return draft as unknown as BookingDraft;
}

/** 'SW1A 1AA' → 'SW1A' */
export function outwardOf(fullPostcode: string): string {
  return fullPostcode.split(' ')[0] ?? fullPostcode;
}
