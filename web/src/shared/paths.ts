// Every address of the app, with a builder where it takes a parameter. No other file spells out a path.
const bookingId = (id: string) => encodeURIComponent(id);

export const paths = {
  landing: '/',
  booking: {
    create: '/booking/create',
    estimate: '/booking/estimate',
    address: '/booking/address',
    time: '/booking/time',
    /** The same step for a booking that exists; by the guest's token where nobody is signed in. */
    changeTime: (id: string, guestToken?: string) =>
      withQuery('/booking/time', { edit: id, token: guestToken }),
    review: '/booking/review',
    payment: '/booking/payment',
    confirmation: (query: ConfirmationQuery = {}) => withQuery('/booking/confirmation', { ...query }),
    status: (id: string) => `/booking/${bookingId(id)}`,
    /** The live page with its entry notes open. */
    entryNotes: (id: string) => withQuery(`/booking/${bookingId(id)}`, { focus: 'entry' }),
    /** Starts a new draft from an earlier booking's job: of several jobs, the one of this problem type; by the guest's token where nobody is
     *  signed in. */
    repeat: (id: string, query: { type?: string; token?: string | undefined } = {}) =>
      withQuery(`/booking/repeat/${bookingId(id)}`, query),
    /** What a pro suggests, by its link. */
    suggested: (token: string) => `/booking/suggested/${encodeURIComponent(token)}`,
    /** Rendered by the server; the single-use `ticket` opens it. */
    receipt: (id: string, ticket: string) => withQuery(`/booking/${bookingId(id)}/receipt`, { t: ticket }),
    /** Read-only link for friends and family. */
    shared: (id: string, shareToken: string) => withQuery(`/booking/${bookingId(id)}`, { t: shareToken }),
  },
  /** The card page of a booking that is to be paid again; opened by a link, with the guest's token where nobody is signed in. */
  pay: (id: string, guestToken?: string) => withQuery(`/pay/${bookingId(id)}`, { token: guestToken }),
  /** The chat of a booking, for its client and its pro. */
  chat: (id: string) => `/chat/${bookingId(id)}`,
  /** The guest's own link. */
  guest: (guestToken: string) => `/b/${encodeURIComponent(guestToken)}`,
  bookings: {
    list: '/bookings',
    details: (id: string) => `/bookings/${bookingId(id)}`,
  },
  client: {
    home: '/client',
    loyalty: '/client/loyalty',
    profile: '/client/profile',
  },
  /** What everybody may know of a pro. */
  pro: (id: string) => `/pros/${encodeURIComponent(id)}`,
  terms: '/terms',
  cancellation: '/terms#cancellation',
  privacy: '/privacy',
  support: '/support',
  login: (query: AccountQuery = {}) => withQuery('/login', { ...query }),
  register: (query: AccountQuery = {}) => withQuery('/register', { ...query }),
  master: {
    home: '/master',
    register: '/master/register',
    login: (query: Pick<AccountQuery, 'next'> = {}) => withQuery('/master/login', { ...query }),
    onboarding: '/master/onboarding',
    /** The form of one step of onboarding; later it changes what was entered then. */
    step: (step: string) => `/master/onboarding/${step}`,
    /** How jobs reach the pro. */
    notifications: '/master/onboarding/notifications',
    /** Offers and the pool. */
    stream: '/master/stream',
    jobs: '/master/bookings',
    job: (id: string) => `/master/booking/${bookingId(id)}`,
    badges: '/master/badges',
    training: '/master/training',
    module: (id: string) => `/master/training/${encodeURIComponent(id)}`,
    payouts: '/master/payouts',
    debt: '/master/payouts/debt',
    invoice: (number: string) => `/master/payouts/invoices/${encodeURIComponent(number)}`,
    tax: '/master/payouts/tax',
    statement: (month: string) => `/master/payouts/statements/${encodeURIComponent(month)}`,
    /** Where the payment provider sends the pro once bank details are given. */
    payoutsReturned: '/master/payouts?details=returned',
    /** The sandbox's page for bank details; the server names it. */
    testDetails: '/master/payouts/test-details',
    profile: '/master/profile',
    hours: '/master/hours',
    company: '/master/profile/company',
  },
} as const;

/** Query parameters of the confirmation page; the amount is in pence. */
export interface ConfirmationQuery {
  payment_intent?: string;
  method?: 'card' | 'cash';
  amount?: number;
  currency?: string;
  booking_id?: string;
}

/** Query parameters of the sign-in pages: the role to sign in as, and the path to return to. */
export interface AccountQuery {
  role?: 'client' | 'master' | undefined;
  next?: string | undefined;
}

export function withQuery(
  path: string,
  query: Record<string, string | number | boolean | undefined>,
): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const text = search.toString();
  return text ? `${path}?${text}` : path;
}

/** The path as a full URL that can be sent to somebody. */
export function absoluteUrl(path: string): string {
  return new URL(path, window.location.origin).href;
}
