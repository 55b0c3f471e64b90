// Why a booking is to be paid, and what happens if it is not.
import type { Booking, DueReason, PaymentDue } from '@/api/types';
import { factsOf } from '@/shared/bookingStatus';
import { keepsCardFor } from '@/shared/keptCard';
import { asLondon, formatDay, formatSlot } from '@/shared/london';
import { formatPence } from '@/shared/money';

interface Words {
  /** Above the card. */
  ask: string;
  /** Below it: when the card is charged. */
  charge: string;
}

const HELD = 'Held now, charged only when a pro accepts.';

/** The page may know more than an older server says. */
function reasonOf(booking: Booking, due: PaymentDue): DueReason {
  return due.reason ?? (factsOf(booking.status).live === 'WAITING_FOR_YOU' ? 'proposal' : 'hold_ended');
}

export function wordsOf(booking: Booking, due: PaymentDue): Words {
  const amount = formatPence(due.amountPence);
  const until = asLondon(due.until);
  const now = booking.amount_pence === undefined ? 'The old price' : formatPence(booking.amount_pence);
  switch (reasonOf(booking, due)) {
    case 'proposal':
      return {
        ask: `Please pay ${amount} by ${until.clock}, and the job is your pro's. After that we'll keep asking other pros.`,
        charge: "Charged once the job is your pro's.",
      };
    case 'capture_refused':
      return {
        ask: refused(booking, due),
        charge: booking.assigned_master_id ? 'Charged now: a pro has your job.' : HELD,
      };
    case 'raise':
      return {
        ask: `Please pay ${amount} by ${until.clock} to raise your offer. Until then ${now} stands; if a pro accepts that, there is nothing more to pay.`,
        charge: HELD,
      };
    case 'time':
      return {
        ask: `Please pay ${amount} by ${until.clock} to move your booking${due.timeslot ? ` to ${formatSlot(due.timeslot.start, due.timeslot.end)}` : ''}. Until then your old time stands.`,
        charge: booking.assigned_master_id ? 'Charged now: your pro has accepted the new time.' : HELD,
      };
    case 'change_order':
      return {
        ask: `Please pay ${amount} by ${until.clock} for the extra work. Until it is paid, nothing is added to your booking.`,
        charge: 'Charged now: your pro is at work.',
      };
    case 'again':
      return {
        ask: `We have let go of your card, because no pro was free in time. Please pay ${amount} by ${until.clock}, and we ask pros again.`,
        charge: HELD,
      };
    case 'promised':
      return {
        ask: `A pro has agreed to do your job. Please pay ${amount} by ${formatDay(until.day)}, ${until.clock}, and the job is theirs. Nothing is held on your card now.`,
        charge: "Charged once the job is your pro's.",
      };
    case 'hold_ends':
      return {
        ask: `Your bank ends the hold on your card soon and wants you to confirm a new one. Please confirm ${amount} by ${formatDay(until.day)}, ${until.clock}: the old hold is released then, and nothing is charged.`,
        charge: HELD,
      };
    case 'hold_ended':
      return {
        ask: `The hold on your card has ended and nothing was charged. Please pay ${amount} again by ${formatDay(until.day)}, ${until.clock}, or we cancel the booking.`,
        charge: HELD,
      };
  }
}

/** The price once it is paid, where that is another one. */
export function newPrice(booking: Booking, due: PaymentDue): number | undefined {
  switch (reasonOf(booking, due)) {
    case 'proposal':
      return booking.proposal?.amountPence ?? due.amountPence;
    case 'raise':
      return due.amountPence;
    case 'time':
      return booking.suggested_time?.amountPence ?? due.amountPence;
    default:
      return undefined;
  }
}

/** What becomes of the hold that there is; none where nothing is held. */
export function firstHold(booking: Booking, due: PaymentDue): string | undefined {
  const isReplaced = ['raise', 'time', 'proposal'].includes(reasonOf(booking, due));
  const isHeld = booking.card ? booking.card.money === 'held' : booking.status === 'accepted';
  const { amount_pence: pence, quote_mode } = booking;
  if (!isReplaced || !isHeld || !pence || quote_mode === 'REQUEST' || booking.payment_method === 'cash')
    return undefined;
  return `Your first hold of ${formatPence(pence)} is released.`;
}

/** What the client does who does not pay: nothing changes. */
export function otherwise(booking: Booking, due: PaymentDue): string {
  switch (reasonOf(booking, due)) {
    case 'raise':
      return 'Keep the old price';
    case 'time':
      return 'Keep the old time';
    default:
      return 'Not now';
  }
}

/** Whether what is held now may have to be held again: no pro has the job, and the visit is days away. */
export function mayBeRenewed(booking: Booking, due: PaymentDue): boolean {
  const reason = reasonOf(booking, due);
  const isHeld = ['raise', 'time', 'again', 'hold_ended', 'hold_ends'].includes(reason);
  return isHeld && !booking.assigned_master_id && keepsCardFor((due.timeslot ?? booking.timeslot)?.start);
}

/** Unpaid, the booking is cancelled; once the pro has set off, it stays to be paid. */
function refused(booking: Booking, due: PaymentDue): string {
  const amount = formatPence(due.amountPence);
  const until = asLondon(due.until);
  const { hasSetOff, isProComing } = factsOf(booking.status);
  if (hasSetOff)
    return `Your bank refused the payment for your booking. Please pay ${amount} by ${formatDay(until.day)}, ${until.clock}.`;
  const wait = isProComing ? ' Your pro waits until then.' : '';
  return `Your bank refused the payment when your pro took the job. Please pay ${amount} by ${until.clock}, or we cancel the booking.${wait}`;
}

/** What is said once there is nothing to pay (any more). */
export function nothingDue(booking: Booking): string {
  const { status, amount_pence } = booking;
  const { isProComing, phase } = factsOf(status);
  const isTaken = isProComing || phase === 'in_progress';
  return isTaken && amount_pence !== undefined
    ? `A pro accepted at ${formatPence(amount_pence)}. Nothing more to pay.`
    : 'There is nothing to pay for this booking.';
}
