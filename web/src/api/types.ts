// The shapes that cross the wire, by the names the screens use. They are the server's own: `schema.ts` is generated from its OpenAPI
// document (`just gen`), and a test fails when either has drifted.
import type { components } from './schema';

type Schemas = components['schemas'];

/** An optional field that has no value is left out by the server, never sent as null. */
type LeftOut<T> = { [K in keyof T]: undefined extends T[K] ? Exclude<T[K], null> : T[K] };

export type Urgency = Schemas['Urgency'];
export type Tier = Schemas['Tier'];
/** ISO 4217; always GBP today. */
export type Currency = string;
export type Estimate = LeftOut<Schemas['EstimateAnswer']>;
/** `priceDelta` in pounds. From the server start and end carry an offset; from the pricing module they are London wall clock. */
export type TimeSlot = Omit<Schemas['TimeSlot'], 'isRecommended'> & { isRecommended?: boolean };
export type CouponResult = Schemas['CouponAnswer'];
export type PriceLine = Schemas['QuoteLine'];

/** What a booking needs of an address; the server's schema leaves all of it open, since a quote needs none. */
type AddressNeeds = 'fullName' | 'phone' | 'line1' | 'postcode';
type AddressField = keyof Schemas['AddressInput'];
export type Address = Record<AddressNeeds, string> &
  Partial<Record<Exclude<AddressField, AddressNeeds>, string>>;

type WithAddress<T> = Omit<LeftOut<T>, 'address'>;
export type QuoteRequest = WithAddress<Schemas['QuoteRequest']> & { address?: Address };
export type CreatePaymentRequest = WithAddress<Schemas['CreatePayment']> & { address: Address };
export type CreateBookingRequest = WithAddress<Schemas['CreateBooking']> & { address: Address };

export type Quote = Schemas['SignedQuote'];
export type PaymentsConfig = Schemas['PaymentsConfig'];
export type CreatedPayment = LeftOut<Schemas['PaymentToMake']>;
/** A payment with money to move: at a total of 0 there is no intent. */
export type CardPayment = CreatedPayment & { clientSecret: string; paymentIntentId: string };
/** A payment that a booking waits for again, since the hold on the card ended by itself. */
export interface DuePayment {
  clientSecret: string;
  paymentIntentId: string;
  amountPence: number;
}
export type SandboxStatus = Schemas['IntentState'];
export type BookingStatus = Schemas['BookingStatus'];
export type BookingEvent = Schemas['BookingEvent'];
export type Guest = Schemas['Guest'];

export type SignedIn = Schemas['SignedIn'];
export type SignedInMaster = Schemas['SignedInMaster'];
export type AccountType = Schemas['AccountType'];
export type ClientProfile = LeftOut<Schemas['ClientProfile']>;
export type ProfileChange = LeftOut<Schemas['ProfileChange']>;
export type ClientSummary = Schemas['BookingCounters'];
/** Stamps of completed jobs towards the next reward, and the rewards so far. */
export type Loyalty = Schemas['Loyalty'];

/** A share viewer gets only some of these. */
type Seen = LeftOut<Schemas['Booking']> & LeftOut<Schemas['SharedBooking']>;
type Always = 'id' | 'status' | 'problem_type' | 'readable_name';
type Chosen = {
  quote_mode?: 'PAID' | 'REQUEST';
  payment_method?: 'card' | 'cash';
  payment_due?: { amountPence: number; until: string };
};
export type Booking = Pick<Seen, Always> & Partial<Omit<Seen, Always | keyof Chosen>> & Chosen;
