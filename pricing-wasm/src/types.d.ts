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
