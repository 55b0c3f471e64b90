// The pricing surface: the same JSON as `callout price --json` takes and gives (architecture.md). One entry a function: what goes in, what comes
// out. Every price on a screen comes through here; no pricing rule is written in TypeScript.
import type {
  Classification,
  CouponResult,
  Currency,
  Estimate,
  PriceLine,
  RefinedPrice,
  Tier,
  TimeSlot,
  Urgency,
} from '@/api/types';

export interface PricingSurface {
  estimate: {
    in: { text: string; postcode: string; quickFix?: string; problemTypeToUse?: string };
    out: Estimate;
  };
  classify: { in: { text: string }; out: Classification };
  region: { in: { postcode: string }; out: { area: string; region_factor: number; region_label: string } };
  /** `now`: London wall clock, '2026-11-21T10:05' (shared/london). */
  slots: { in: { now: string; cheaper: boolean }; out: TimeSlot[] };
  /** `time`: '18:30'; `baseGBP`: £85 when absent. */
  refine: { in: { urgency: Urgency; time?: string; baseGBP?: number }; out: RefinedPrice };
  coupon: {
    in: { code: string; amountPence: number; currency: Currency; firstBooking?: boolean };
    out: CouponResult;
  };
  /** `slotDeltaGBP`: absent while no slot is chosen. */
  quote: {
    in: {
      basePence: number;
      tier: Tier;
      urgency: Urgency;
      slotDeltaGBP?: number;
      time?: string;
      couponCode?: string;
      currency: Currency;
      firstBooking?: boolean;
    };
    out: QuotedPrice;
  };
  budget: {
    in: { totalPence: number; budgetGBP?: number };
    out: { defaultGBP: number; mode: 'manual' | 'near' };
  };
  fee: {
    in: { amountPence: number };
    out: { amountPence: number; feePence: number; netPence: number; feeBasisPoints: number };
  };
  cancellation: {
    in: {
      amountPence: number;
      status: string;
      urgency: Urgency;
      minutesSinceBooking: number;
      minutesToSlot?: number;
    };
    out: { feePence: number; refundPence: number; reason: string };
  };
}

export interface QuotedPrice {
  lines: PriceLine[];
  amountPence: number;
  discountPence: number;
  coupon?: CouponResult;
}

export type PricingFunction = keyof PricingSurface;

/** The rules refused the input, such as Emergency with a slot. `code` as the server's problem+json. */
export class PricingRefused extends Error {
  override readonly name = 'PricingRefused';
  readonly code: string;
  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** The loaded module. */
export interface Pricing {
  /** Throws PricingRefused. */
  price<Name extends PricingFunction>(
    fn: Name,
    input: PricingSurface[Name]['in'],
  ): PricingSurface[Name]['out'];
  /** A UK mobile as '+44…'. Throws PricingRefused with the documents' message, as do the next two. */
  normalisePhone(input: string): string;
  /** A full postcode as 'SW1A 1AA'. */
  formatPostcode(input: string): string;
  /** A postcode area or district (1 to 4 characters), upper-cased. */
  checkPrefix(input: string): string;
  /** What the 'Your price' card calls the schedule adjustment: 'Base price', 'Slot +£10', 'Same-day +£15' … */
  deltaLabel(urgency: Urgency, slotDeltaGBP?: number): string;
  /** Totals in pence, three a slot (ECONOMY, STANDARD, PRIORITY), in the order of `slots`. */
  monthTotals(basePence: number, now: string, cheaper: boolean): Int32Array;
  /** Takes a newer price book; throws and keeps the old one when it is not valid. */
  loadBook(json: string): void;
}
