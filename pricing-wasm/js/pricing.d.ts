// The TypeScript of pricing.js; tests/parity/types.mjs keeps the answers' types true.
export type Tier = "ECONOMY" | "STANDARD" | "PRIORITY";
export type Urgency = "EMERGENCY" | "ASAP" | "SCHEDULED";
export type BookingStatus =
  | "created" | "paid" | "pending" | "accepted" | "confirmed" | "assigned" | "en_route" | "in_progress" | "completed"
  | "cancelled" | "no_response";
export type SuggestedFlow = "instant_price" | "request_quote" | "ask_for_details" | "emergency_advice";
export type EstimateMode = "quick_fix" | "chosen" | "keyword" | "classifier" | "none" | "danger";

/** What every function here throws when it refuses: `message` is for people. */
export interface PricingFailure extends Error {
  code: string;
  field?: string;
}

export interface TradeSuggestion {
  trade: string;
  role: "primary" | "supporting";
  /** 0 to 1 */
  confidence: number;
}

/** Amounts in pounds; `null` without an instant price. */
export interface Estimate {
  category: string;
  trade: string;
  /** 0 to 1 */
  confidence: number;
  base_min: number | null;
  base_max: number | null;
  region_factor: number;
  region_label: string;
  currency: string;
  readable_name: string;
  problem_type: string;
  estimated_cost: number | null;
  breakdown: { label: string; amount: number }[];
  quick_tips: string[];
  faq: { question: string; answer: string }[];
  trades: TradeSuggestion[];
  suggested_flow: SuggestedFlow;
  alternatives: { code: string; name: string }[];
  autocorrected_input?: string;
  mode: EstimateMode;
  book_version: string;
}

export interface Classification {
  suggested_flow: SuggestedFlow;
  trades: TradeSuggestion[];
  problem_type: string;
  confidence: number;
}

export interface Region {
  area: string;
  region_factor: number;
  region_label: string;
}

/** Start and end on London's wall clock, `2026-11-21T09:00`; the delta in pounds. */
export interface Slot {
  id: string;
  start: string;
  end: string;
  priceDelta: number;
  tierHint: Tier;
  isRecommended: boolean;
}

/** Pounds. */
export interface RefinedPrice {
  baseGBP: number;
  deltaLabel: string;
  totalGBP: number;
}

export interface CouponAnswer {
  valid: boolean;
  code: string;
  discountPence: number;
  description: string;
}

export interface QuoteInput {
  /** The estimated cost in pence; 0 without an instant price. */
  basePence: number;
  tier: Tier;
  urgency: Urgency;
  /** Absent: no slot. */
  slotDeltaGBP?: number | undefined;
  /** `18:30`, where there is no slot. */
  time?: string | undefined;
  couponCode?: string | undefined;
  currency: string;
  /** By default true. */
  firstBooking?: boolean | undefined;
}

/** The lines add up to `amountPence`. */
export interface Quote {
  lines: { label: string; amountPence: number }[];
  amountPence: number;
  discountPence: number;
  coupon?: CouponAnswer;
}

export interface BudgetAnswer {
  defaultGBP: number;
  mode: "manual" | "near";
}

export interface Fee {
  amountPence: number;
  feePence: number;
  netPence: number;
  feeBasisPoints: number;
}

export interface CancellationInput {
  amountPence: number;
  status: BookingStatus;
  urgency: Urgency;
  minutesSinceBooking: number;
  minutesToSlot?: number | undefined;
}

export interface Cancellation {
  feePence: number;
  refundPence: number;
  reason: string;
}

/** What wasm-bindgen makes of src/lib.rs. */
export interface Module {
  answer(line: string, namesField: boolean): string;
  loadBook(json: string): string | undefined;
  bookJson(): string;
}

/** The pricing functions. They throw a PricingFailure when they refuse. */
export interface Pricing {
  /** Estimates a job. */
  estimate(text: string, postcode: string, quickFix?: string | null, problemType?: string | null): Estimate;
  /** Classifies a description. */
  classify(text: string): Classification;
  /** The region of a postcode prefix or of a full postcode. */
  region(postcode: string): Region;
  /** The slots from `now` (London's wall clock, `2026-11-21T10:05`) on. */
  slots(now: string, cheaper: boolean): Slot[];
  /** The 'Your price' card before there is an estimate. */
  refine(urgency: Urgency, time?: string | null, baseGBP?: number | null): RefinedPrice;
  /** What a coupon takes off an amount, or why not. */
  coupon(code: string, amountPence: number, currency: string, firstBooking?: boolean | null): CouponAnswer;
  /** Prices a booking: lines that add up to the amount. */
  quote(input: QuoteInput): Quote;
  /** What the 'Your price' card calls the schedule adjustment. */
  deltaLabel(urgency: Urgency, slotDeltaGBP?: number | null, time?: string | null): string;
  /** A whole month in one call: totals before any coupon in pence, three a slot (ECONOMY, STANDARD, PRIORITY), in the order of `slots`. */
  monthTotals(basePence: number, now: string, cheaper: boolean): number[];
  /** The suggested budget, and how a named one compares with the price. */
  budget(totalPence: number, budgetGBP?: number | null): BudgetAnswer;
  /** What the pro gets of a price. */
  fee(amountPence: number): Fee;
  /** What cancelling now costs. */
  cancellation(input: CancellationInput): Cancellation;
  /** A UK mobile number as `+44…`. */
  normalisePhone(input: string): string;
  /** A full postcode as `SW1A 1AA`. */
  formatPostcode(input: string): string;
  /** A postcode prefix in upper case. */
  checkPrefix(input: string): string;
  /** Prices by this book from now on; a book that does not pass validation changes nothing. */
  loadBook(json: string): void;
  /** The version of the book in use. */
  bookVersion(): string;
  /** The book in use, as JSON. */
  bookJson(): string;
  /** Answers one request line with the very bytes of `callout price --json`. */
  priceJson(line: string): string;
}

/** The typed functions of a loaded module. */
export function pricingOf(module: Module): Pricing;
