// Short names for the types of the API, all taken from `schema.ts`, which is generated from the server's OpenAPI document (`just gen`); a
// test fails if the two drift apart.
import type { components } from './schema';

type Schemas = components['schemas'];

/** The server leaves out an optional field that has no value; it never sends null. */
export type WithoutNull<T> = { [K in keyof T]: undefined extends T[K] ? Exclude<T[K], null> : T[K] };

export type Urgency = Schemas['Urgency'];
export type Tier = Schemas['Tier'];
/** ISO 4217; always GBP for now. */
export type Currency = string;
export type Estimate = WithoutNull<Schemas['EstimateAnswer']>;
/** What somebody answered to a question about danger. */
export type DangerAnswer = Schemas['DangerAnswer'];
/** What is to be answered before there is a price. */
export type DangerQuestion = Schemas['DangerQuestion'];
/** Whom to call in danger. */
export type EmergencyNumber = Schemas['EmergencyNumber'];
/** One thing that a description was read as. */
export type Explained = Schemas['Explained'];
/** `priceDelta` is in pounds. Start and end carry an offset when they come from the server, and are London wall-clock time when they come from
 *  the pricing module. */
export type TimeSlot = Omit<Schemas['TimeSlot'], 'isRecommended'> & { isRecommended?: boolean };
export type CouponResult = Schemas['CouponAnswer'];
export type PriceLine = Schemas['QuoteLine'];

/** The address fields a booking needs; they are all optional in the server's schema because a quote needs none of them. */
type RequiredAddressField = 'fullName' | 'phone' | 'line1' | 'postcode';
type AddressField = keyof Schemas['AddressInput'];
export type Address = Record<RequiredAddressField, string> &
  Partial<Record<Exclude<AddressField, RequiredAddressField>, string>>;

type WithAddress<T> = Omit<WithoutNull<T>, 'address'>;
export type QuoteRequest = WithAddress<Schemas['QuoteRequest']> & { address?: Address };
export type CreatePaymentRequest = WithAddress<Schemas['CreatePayment']> & { address: Address };
export type CreateBookingRequest = WithAddress<Schemas['CreateBooking']> & { address: Address };

export type Quote = Schemas['SignedQuote'];
export type PaymentsConfig = Schemas['PaymentsConfig'];
export type CreatedPayment = WithoutNull<Schemas['PaymentToMake']>;
/** A payment of a total above 0: at 0 there is no payment intent. */
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
/** How far the search has come, for the owner and whoever has the guest link. */
export type MatchingProgress = WithoutNull<Schemas['MatchingProgress']>;
/** How many pros could be asked now. */
export type NearPros = Schemas['NearPros'];
/** What waits for the client's answer or payment, for the owner and whoever has the guest link. */
export type BookingProposal = WithoutNull<Schemas['BookingProposal']>;
/** A price that a pro has named, beside others, for a booking without one. */
export type StandingProposal = Omit<WithoutNull<Schemas['StandingProposal']>, 'master'> & {
  master: WithoutNull<Schemas['Proposer']>;
};
/** The client's answer to a proposal. */
export type ProposalAnswer = WithoutNull<Schemas['ProposalAnswer']>;
/** Why a booking waits for a payment. */
export type DueReason = Schemas['DueReason'];
/** A payment that a booking waits for; with the window that it books, where it changes that. */
export type PaymentDue = Omit<WithoutNull<Schemas['PaymentDue']>, 'reason'> & { reason?: DueReason };
/** Another time that the pro was asked for. */
export type SuggestedTime = Schemas['SuggestedTime'];
/** Extra work or parts that the pro of a job suggests. */
export type ChangeOrder = WithoutNull<Schemas['ChangeOrder']>;
/** One thing that it adds. */
export type ExtraLine = Schemas['ExtraLine'];
/** A time to which a booking can be moved, with its price. */
export type BookingTime = Schemas['BookingTime'];
/** Where the pro was last seen on the way; never for share links. */
export type MasterPlace = Schemas['MasterPlace'];
/** One side's review of a job, as that side sees it. */
export type OwnReview = WithoutNull<Schemas['OwnReview']>;
/** What a client disputes about a job, as both sides see it. */
export type Dispute = Omit<WithoutNull<Schemas['Dispute']>, 'appeal'> & { appeal?: Appeal };
/** What one side says against the decision of a dispute, and what became of that. */
export type Appeal = WithoutNull<Schemas['Appeal']>;
/** How the work of a job began and ended, as its pro has shown it. */
export type WorkShown = Omit<WithoutNull<Schemas['WorkShown']>, 'started_without_code'> & {
  started_without_code?: WithoutNull<Schemas['StartedWithoutCode']>;
};
export type Guest = Schemas['Guest'];

export type SignedIn = Schemas['SignedIn'];
export type SignedInMaster = Schemas['SignedInMaster'];
export type Passkey = WithoutNull<Schemas['PasskeyView']>;
export type AccountType = Schemas['AccountType'];

export type Skill = Schemas['Skill'];
export type OnboardingStep = Schemas['OnboardingStep'];
/** `incomplete`: never activated; `waiting`: activated, but no document that any job needs is verified yet; `active`: jobs can be offered. */
export type MasterStatus = Schemas['MasterStatus'];
export type MasterBasics = WithoutNull<Schemas['MasterBasics']>;
/** Without a legal name, first and last name are it. */
export type MasterBasicsChange = WithoutNull<Schemas['MasterBasicsInput']>;
/** In pounds. */
export type MasterRates = Schemas['MasterRates'];
/** Distances are measured from `base_lat`, `base_lng`. */
export type MasterArea = Schemas['MasterArea'];
/** Degrees north and east. */
export type MasterLocation = Schemas['MasterLocation'];
export type MasterCompany = WithoutNull<Schemas['MasterCompany']>;
/** A document that is not good enough for work, and what waits for it: every job, unless `forTrade` says which. */
export type MasterWaiting = Omit<WithoutNull<Schemas['MasterWaiting']>, 'kind'> & {
  kind: Exclude<DocumentKind, 'insurance' | 'other'>;
};
type ProfileParts = {
  basics?: MasterBasics;
  rates?: MasterRates;
  area?: MasterArea;
  company?: MasterCompany;
  suspension?: MasterSuspension;
};
/** Why a pro may not work for now, and what became of the appeal. */
export type MasterSuspension = WithoutNull<Schemas['MasterSuspension']>;
export type MasterProfile = Omit<WithoutNull<Schemas['MasterProfile']>, keyof ProfileParts | 'waitingFor'> &
  ProfileParts & { waitingFor: MasterWaiting[] };
/** A pro as everybody sees them. */
export type PublicMaster = WithoutNull<Schemas['PublicMaster']>;
export type DocumentKind = Schemas['DocumentKind'];
export type DocumentStatus = Schemas['DocumentStatus'];
export type MasterDocument = WithoutNull<Schemas['MasterDocument']>;

export type ClientProfile = WithoutNull<Schemas['ClientProfile']>;
export type ProfileChange = WithoutNull<Schemas['ProfileChange']>;
export type ClientSummary = Schemas['BookingCounters'];
/** Stamps from completed jobs towards the next reward, and the rewards earned so far. */
export type Loyalty = Schemas['Loyalty'];

/** A message that can be switched off, with the ways by which it comes. */
export type MessageChoice = Schemas['MessageChoice'];
export type MessageChoiceKind = Schemas['MessageChoiceKind'];

/** A visit that was asked for to put right what was done. */
export type PutRight = WithoutNull<Schemas['PutRight']>;
export type PutRightSide = Schemas['PutRightSide'];
export type BookedSlot = Schemas['BookedSlot'];

/** Further work that a pro suggests. */
export type Invitation = WithoutNull<Schemas['Invitation']>;

/** What a pro says of a job that is not what was booked, and what the client chose. */
export type Mismatch = WithoutNull<Schemas['Mismatch']>;
export type MismatchChoice = Schemas['MismatchChoice'];

/** Someone with a share link gets only some of these fields. */
type AnyBooking = WithoutNull<Schemas['Booking']> & WithoutNull<Schemas['SharedBooking']>;
type AlwaysThere = 'id' | 'status' | 'problem_type' | 'readable_name';
type Chosen = {
  proposal?: BookingProposal;
  proposals?: StandingProposal[];
  quote_mode?: 'PAID' | 'REQUEST';
  payment_method?: 'card' | 'cash';
  payment_due?: PaymentDue;
  suggested_time?: SuggestedTime;
  change_orders?: ChangeOrder[];
  running_late?: Schemas['Late'];
  not_as_booked?: Mismatch;
  matching?: MatchingProgress;
  put_right?: PutRight;
  new_work?: Invitation;
  review?: OwnReview;
  work?: WorkShown;
  disputes?: Dispute[];
};
export type Booking = Pick<AnyBooking, AlwaysThere> &
  Partial<Omit<AnyBooking, AlwaysThere | keyof Chosen>> &
  Chosen;
