// The booking draft: what the client has said so far (first document, section 3), kept in this browser for 7 days. What is read back is
// never trusted: each part is validated, and a part that no longer fits is dropped without losing the others.
import * as z from 'zod/mini';
import type { Address, Currency, Estimate, Tier, Urgency } from '@/api/types';

export interface FinalQuote {
  mode: 'PAID' | 'REQUEST';
  amountGBP: number;
}

export interface RefinedPriceDraft {
  totalGBP: number;
  baseGBP: number;
  deltaLabel: string;
}

export interface BookingDraft {
  /** UUID; a draft has at most one live booking on the server. */
  draftId: string;
  userId?: string;
  description: string;
  postcodePrefix: string;
  quickFix?: string;
  problemTypeToUse?: string;
  problemType?: string;
  estimationResult?: Estimate;
  /** The client has said that the power is off (danger from electrics). */
  powerOff?: boolean;
  hasPhoto: boolean;
  /** Set once the photo is on the server. */
  photoUrl?: string;
  address?: Address;
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
  refinedPrice?: RefinedPriceDraft;
  couponCode?: string;
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
}

const text = (max: number) => z.string().check(z.maxLength(max));
const pounds = z.number();

const address = z.object({
  fullName: text(200),
  phone: text(40),
  email: z.optional(text(254)),
  line1: text(200),
  line2: z.optional(text(200)),
  city: z.optional(text(120)),
  postcode: text(16),
  entryInfo: z.optional(text(1000)),
});

// Only what the screens rely on is checked; the rest of an estimate passes through.
const estimate = z.looseObject({
  readable_name: z.string(),
  problem_type: z.string(),
  confidence: z.number(),
  base_min: z.nullable(z.number()),
  base_max: z.nullable(z.number()),
  estimated_cost: z.nullable(z.number()),
  region_label: z.string(),
  mode: z.enum(['quick_fix', 'chosen', 'keyword', 'classifier', 'none', 'danger']),
  breakdown: z.array(z.object({ label: z.string(), amount: z.number() })),
  alternatives: z.array(z.object({ code: z.string(), name: z.string() })),
  quick_tips: z.array(z.string()),
});

/** One schema a field, so that one bad field costs only itself. */
export const fields = {
  draftId: z.string().check(z.regex(/^[0-9a-f-]{36}$/)),
  userId: text(254),
  description: text(2000),
  postcodePrefix: text(8),
  quickFix: text(40),
  problemTypeToUse: text(40),
  problemType: text(40),
  estimationResult: estimate,
  powerOff: z.boolean(),
  hasPhoto: z.boolean(),
  photoUrl: text(300),
  address,
  urgency: z.enum(['EMERGENCY', 'ASAP', 'SCHEDULED']),
  timeSlotId: text(40),
  timeSlotLabel: text(80),
  timeSlotStart: text(40),
  timeSlotEnd: text(40),
  selectedSlotPriceDelta: pounds,
  cheaper: z.boolean(),
  tier: z.enum(['ECONOMY', 'STANDARD', 'PRIORITY']),
  refinedPrice: z.object({ totalGBP: pounds, baseGBP: pounds, deltaLabel: text(80) }),
  couponCode: text(32),
  finalQuote: z.object({ mode: z.enum(['PAID', 'REQUEST']), amountGBP: pounds }),
  manualQuoteMode: z.boolean(),
  highIntentNoPrepay: z.boolean(),
  bookingId: text(80),
  paymentIntentId: text(120),
  clientSecret: text(200),
  shareToken: text(400),
  guestToken: text(400),
  amountPence: z.int(),
  currency: z.enum(['GBP']),
} satisfies Record<keyof BookingDraft, z.ZodMiniType>;

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

/** What of a stored value still fits; the rest is as in an empty draft. */
export function salvageDraft(stored: unknown, draftId: string): BookingDraft {
  const draft: Record<string, unknown> = { ...emptyDraft(draftId) };
  if (typeof stored !== 'object' || stored === null) return draft as unknown as BookingDraft;
  for (const [name, schema] of Object.entries(fields)) {
    const value = (stored as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const parsed = z.safeParse(schema, value);
    if (parsed.success) draft[name] = parsed.data;
  }
  return draft as unknown as BookingDraft;
}
