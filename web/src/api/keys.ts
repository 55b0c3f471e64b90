// The names under which react-query keeps the server's answers. The first word of each is its group: the groups are what is fetched again when
// a booking changes, and dropped when somebody else signs in.

export const keys = {
  /** The signed-in client's own data. */
  me: {
    all: ['me'],
    profile: ['me', 'profile'],
    summary: ['me', 'summary'],
    loyalty: ['me', 'loyalty'],
    messages: ['me', 'messages'],
  },
  /** The signed-in pro's own data. */
  pro: {
    all: ['pro'],
    profile: ['pro', 'profile'],
    documents: ['pro', 'documents'],
    messages: ['pro', 'messages'],
    hours: ['pro', 'hours'],
    calendar: ['pro', 'calendar'],
    passkeys: ['pro', 'passkeys'],
    offers: ['pro', 'offers'],
    payouts: ['pro', 'payouts'],
    tax: ['pro', 'tax'],
    invoice: (number: string) => ['pro', 'invoice', number],
    statement: (month: string) => ['pro', 'payouts', 'statement', month],
    badges: {
      all: ['pro', 'badges'],
      of: (masterId: string) => ['pro', 'badges', masterId],
    },
    training: {
      all: ['pro', 'training'],
      list: (masterId: string) => ['pro', 'training', masterId],
      one: (masterId: string, moduleId: string) => ['pro', 'training', masterId, moduleId],
    },
    /** The answer to an offer, on its way. */
    answer: (bookingId: string) => ['pro', 'answer', bookingId],
    jobs: {
      all: ['pro', 'jobs'],
      list: (filter: string) => ['pro', 'jobs', filter],
    },
    job: {
      all: ['pro', 'job'],
      one: (id: string) => ['pro', 'job', id],
    },
    photo: (url: string) => ['pro', 'photo', url],
  },
  /** Pros as everybody sees them. */
  pros: {
    profile: (masterId: string) => ['pros', 'profile', masterId],
    reviews: {
      all: ['pros', 'reviews'],
      list: (masterId: string, sort: string) => ['pros', 'reviews', masterId, sort],
    },
  },
  /** The lists of the caller's bookings. */
  bookings: {
    all: ['bookings'],
    pages: ['bookings', 'pages'],
    recent: ['bookings', 'recent'],
    open: ['bookings', 'open'],
  },
  /** One booking; `ref` is however the caller may see it. */
  booking: {
    all: ['booking'],
    one: (ref: object) => ['booking', 'one', ref],
    events: (id: string | undefined, seq: number | string | undefined) => ['booking', 'events', id, seq],
    toPay: (id: string, token: string | undefined) => ['booking', 'to-pay', id, token],
    toMove: (id: string, token: string | undefined) => ['booking', 'to-move', id, token],
    times: (id: string, token: string | undefined) => ['booking', 'times', id, token],
    putRightTimes: (id: string, as: string) => ['booking', 'put-right-times', id, as],
    photo: (url: string, capability: object) => ['booking', 'photo', url, capability],
    toRepeat: (id: string) => ['booking', 'to-repeat', id],
    confirmation: (source: object, round: number) => ['booking', 'confirmation', source, round],
  },
  /** What a pro suggests, by its link. */
  invitation: (token: string) => ['booking', 'invitation', token],
  /** What was written in the chat of a booking; for its client, with this pro. */
  chat: (bookingId: string, proId: string | undefined) => ['chat', bookingId, proId],
  /** What cancelling would cost. Not under `booking`: once it is cancelled there is nothing left to ask. */
  cancellation: (id: string) => ['cancellation', id],
  /** How many pros could be asked. */
  reach: (id: string, radiusKm: number) => ['reach', id, radiusKm],
  /** The same for everybody. */
  paymentsConfig: ['payments-config'],
  stripe: (publishableKey: string) => ['payments-config', 'stripe', publishableKey],
  facts: ['facts'],
  emergencyPros: (postcode: string, problemType: string | undefined) => ['facts', postcode, problemType],
  slots: (query: object) => ['slots', query],
  district: (outward: string) => ['district', outward],
  /** Belongs to a person, who is part of the name. */
  quote: (person: string, request: object | null) => ['quote', person, request],
};

/** The groups to fetch again when one of the client's bookings changes. */
export const whatBookingsChange = [keys.booking.all, keys.bookings.all, keys.me.all];

/** What to fetch again when one of the pro's jobs changes. */
export const whatJobsChange = [keys.pro.jobs.all, keys.pro.job.all, keys.pro.payouts, keys.pro.badges.all];

/** The groups to keep when somebody else signs in: the same for everybody, or already named by person. */
export const keptForEverybody: readonly unknown[] = [
  keys.paymentsConfig[0],
  keys.facts[0],
  'slots',
  'district',
  'quote',
];
