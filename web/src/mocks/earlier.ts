// What the ready-made pro did before the demonstration began: jobs with what they earned and the clients' reviews, and a payout.
import { DAY, iso } from './clock';
import type { DemoPro } from './world';

type Line = DemoPro['postings'][number];

const jobs = [
  {
    bookingId: 'C-Q2W4K7DM',
    readableName: 'Blocked drain',
    days: 30,
    pricePence: 24_240,
    feePence: 3_636,
    rating: 5,
    text: 'Explained everything before starting.',
    reply: 'Thank you, it was a pleasure.',
  },
  {
    bookingId: 'C-H3TQ7M9B',
    readableName: 'Toilet problem',
    days: 12,
    pricePence: 24_240,
    feePence: 3_636,
    rating: 4,
    text: 'Good work. Arrived at the end of the window.',
  },
  {
    bookingId: 'C-B6XN9K4R',
    readableName: 'Leak / tap issue',
    days: 3,
    pricePence: 33_600,
    feePence: 5_040,
    rating: 5,
    text: 'On time, tidy and kind. The tap is like new.',
  },
];

/** When the earnings of the first two were paid out. */
const PAID_OUT = 6;

export function earlier(now: number): Pick<DemoPro, 'payouts' | 'postings' | 'reviews'> {
  const ago = (days: number) => iso(now - days * DAY);
  const [first, second] = jobs.map(({ pricePence, feePence }) => pricePence - feePence);
  const amountPence = (first ?? 0) + (second ?? 0);
  const payout: Line = { at: ago(PAID_OUT), whatFor: 'Payout to your bank', amountPence: -amountPence };
  return {
    payouts: [{ id: 'po-demo', date: payout.at, amountPence, sentPence: amountPence, status: 'sent' }],
    postings: [
      payout,
      ...jobs.flatMap(({ bookingId, readableName, days, pricePence, feePence }) => {
        const line = { at: ago(days), bookingId, readableName };
        return [
          { ...line, whatFor: 'Paid by the client', amountPence: pricePence },
          { ...line, whatFor: 'Platform fee', amountPence: -feePence },
        ];
      }),
    ],
    // The newest first, each with its job's id.
    reviews: jobs.toReversed().map(({ bookingId, days, rating, text, reply }) => ({
      id: bookingId,
      rating,
      created_at: ago(days),
      text,
      ...(reply && { reply: { text: reply, created_at: ago(days - 1) } }),
    })),
  };
}
