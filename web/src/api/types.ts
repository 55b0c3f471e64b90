// The shapes of api.md, in one place. Hand-written until `npm run gen` has src/api/schema.ts from the server's OpenAPI document; then this
// file re-exports those and its names stay.

export type Urgency = 'EMERGENCY' | 'ASAP' | 'SCHEDULED';
export type Tier = 'ECONOMY' | 'STANDARD' | 'PRIORITY';
/** ISO 4217; always GBP today. */
export type Currency = string;

export interface Trade {
  trade: string;
  role: string;
  confidence: number;
}

export interface Classification {
  suggested_flow: string;
  trades: Trade[];
  problem_type: string;
  confidence: number;
}

export type EstimateMode = 'quick_fix' | 'chosen' | 'keyword' | 'classifier' | 'none' | 'danger';

/** Amounts in pounds; null together when there is no instant price. */
export interface Estimate {
  category: string;
  trade: string;
  confidence: number;
  base_min: number | null;
  base_max: number | null;
  region_factor: number;
  region_label: string;
  currency: Currency;
  readable_name: string;
  problem_type: string;
  estimated_cost: number | null;
  breakdown: { label: string; amount: number }[];
  quick_tips: string[];
  faq: { question: string; answer: string }[];
  trades: Trade[];
  suggested_flow: string;
  alternatives: { code: string; name: string }[];
  autocorrected_input?: string | null;
  mode: EstimateMode;
  book_version: string;
  photo_url?: string;
}

/** `priceDelta` in pounds. From the server start and end carry an offset; from the pricing module they are London wall clock. */
export interface TimeSlot {
  id: string;
  start: string;
  end: string;
  priceDelta: number;
  tierHint: Tier;
  isRecommended?: boolean;
}

export interface RefinedPrice {
  baseGBP: number;
  deltaLabel: string;
  totalGBP: number;
}

export interface CouponResult {
  valid: boolean;
  code: string;
  discountPence: number;
  description: string;
}

export interface PriceLine {
  label: string;
  amountPence: number;
}

export interface Address {
  fullName: string;
  phone: string;
  email?: string;
  line1: string;
  line2?: string;
  city?: string;
  postcode: string;
  entryInfo?: string;
}

export interface QuoteRequest {
  description: string;
  problemType: string;
  postcode: string;
  amountPence: number;
  currency: Currency;
  couponCode?: string;
  tier: Tier;
  timeslotId?: string;
  urgency: Urgency;
  address?: Address;
  userId?: string;
  draftId?: string;
  quickFix?: string;
  problemTypeToUse?: string;
}

export interface Quote {
  quoteId: string;
  amountPence: number;
  currency: Currency;
  expiresAtEpochSec: number;
  signature: string;
  lines: PriceLine[];
  bookVersion: string;
}

export interface PaymentsConfig {
  provider: 'stripe' | 'sandbox';
  publishableKey: string;
}

export interface CreatePaymentRequest {
  quoteId: string;
  signature: string;
  address: Address;
  photo_url?: string;
  receiptEmail?: string;
  metadata?: Record<string, string>;
}

export interface CreatedPayment {
  bookingId: string;
  clientSecret: string;
  paymentIntentId: string;
  amountPence: number;
  payByEpochSec: number;
  guestToken: string;
  shareToken: string;
}

export type BookingStatus =
  | 'created'
  | 'paid'
  | 'pending'
  | 'accepted'
  | 'confirmed'
  | 'assigned'
  | 'en_route'
  | 'in_progress'
  | 'completed'
  | 'cancelled'
  | 'no_response';

export interface CreateBookingRequest {
  quoteId: string;
  signature: string;
  mode: 'CASH' | 'REQUEST';
  /** Pounds, whole; with REQUEST. */
  proposed_price?: number;
  /** With REQUEST: card by default. */
  payment_method?: 'card' | 'cash';
  address: Address;
  photo_url?: string;
}

/** A share viewer gets only some of these; absent fields are left out by the server. */
export interface Booking {
  id: string;
  status: BookingStatus;
  problem_type: string;
  readable_name: string;
  description?: string;
  address_line1?: string;
  address_line2?: string;
  city?: string;
  postcode?: string;
  entry_info?: string;
  preferred_time?: string;
  timeslot?: { id: string; start: string; end: string };
  urgency?: Urgency;
  tier?: Tier;
  proposed_price?: number;
  estimated_cost?: number;
  amount_pence?: number;
  payment_currency?: Currency;
  payment_method?: 'card' | 'cash';
  quote_mode?: 'PAID' | 'REQUEST';
  customer_name?: string;
  assigned_master_id?: string;
  assigned_master_name?: string;
  assigned_master_phone?: string;
  assigned_master_photo?: string;
  assigned_master_rating?: number;
  guest_token?: string;
  share_token?: string;
  lines?: PriceLine[];
  book_version?: string;
  created_at?: string;
  seq?: number;
}

export interface BookingEvent {
  seq: number;
  type: string;
  at: string;
  data: Record<string, unknown>;
}

export interface Guest {
  clientId: string;
  token: string;
}

export interface SandboxStatus {
  status: 'requires_capture' | 'requires_action';
}
