// How work begins and ends: the client's start code, and photos of what was done.
import { Refusal, type Schemas } from './route';
import { move, note } from './steps';
import { wrong } from './words';
import type { DemoBooking } from './world';

/** How many wrong codes lock the start. */
const TRIES = 5;
const FIRST_CODE = 2468;
const SHORTEST_REASON = 10;
const MOST_PHOTOS = 8;

const awaitsStart = ({ status }: DemoBooking): boolean => status === 'assigned' || status === 'en_route';

/** The code by which the pro may begin now. */
export function startCodeOf(booking: DemoBooking): string | undefined {
  return awaitsStart(booking) ? String(FIRST_CODE + (booking.startCodesRenewed ?? 0)) : undefined;
}

const triesLeft = ({ wrongCodes = 0 }: DemoBooking): number => Math.max(0, TRIES - wrongCodes);

/** True once the code was typed wrong too often. */
export const isStartLocked = (booking: DemoBooking): boolean =>
  awaitsStart(booking) && triesLeft(booking) === 0;

/** How the pro may begin. */
export function startView(booking: DemoBooking): Schemas['JobStart'] | undefined {
  return awaitsStart(booking) ? { triesLeft: triesLeft(booking), isOpen: false } : undefined;
}

/** How the work began and ended. */
export function workView({ work }: DemoBooking): Schemas['WorkShown'] | undefined {
  return work && { ...work, completion_photos: work.completion_photos ?? [] };
}

/** A new code in place of a locked one. */
export function renewStartCode(booking: DemoBooking): void {
  if (!awaitsStart(booking)) throw new Refusal(409, 'illegal_transition', 'Your pro cannot begin now.');
  if (!isStartLocked(booking)) return;
  booking.startCodesRenewed = (booking.startCodesRenewed ?? 0) + 1;
  booking.wrongCodes = 0;
  note(booking, 'updated');
}

/** Begins by the client's code, or with a reason and a photo. */
export function begin(booking: DemoBooking, { startCode, withoutCode }: Schemas['NextStep']): void {
  if (withoutCode) {
    const { reason, photoUrl } = withoutCode;
    checkReason('withoutCode.reason', reason);
    booking.work = { ...booking.work, started_without_code: { reason, photo_url: photoUrl } };
  } else if (isStartLocked(booking)) {
    const text = 'The start code is locked after five wrong tries. Wait for the client to make a new one.';
    throw new Refusal(409, 'start_code_locked', text);
  } else if (startCode !== startCodeOf(booking)) throw wrongCode(booking);
  move(booking, 'in_progress', withoutCode ? { withoutCode: true } : {});
}

function wrongCode(booking: DemoBooking): Refusal {
  booking.wrongCodes = (booking.wrongCodes ?? 0) + 1;
  const left = triesLeft(booking);
  const rest = left === 0 ? 'It is locked now.' : `You have ${left} ${left === 1 ? 'try' : 'tries'} left.`;
  const text = `This is not the code. ${rest}`;
  return new Refusal(422, 'wrong_start_code', text, { errors: { startCode: text }, triesLeft: left });
}

/** Ends with photos, or with the reason why there are none. */
export function finish(booking: DemoBooking, { photos, cannotPhotograph }: Schemas['NextStep']): void {
  if (booking.extras?.some(({ status }) => status === 'open' || status === 'awaiting_payment'))
    throw new Refusal(409, 'change_order_open', 'Extra work waits for the client.');
  if (photos) {
    if (photos.length === 0 || photos.length > MOST_PHOTOS) throw wrong('photos', 'Add 1 to 8 photos.');
    booking.work = { ...booking.work, completion_photos: photos };
  } else {
    checkReason('cannotPhotograph', cannotPhotograph ?? '');
    booking.work = { ...booking.work, not_photographed: cannotPhotograph };
  }
  move(booking, 'completed', photos ? { photos: photos.length } : { notPhotographed: true });
}

function checkReason(field: string, reason: string): void {
  if (reason.trim().length < SHORTEST_REASON) throw wrong(field, 'Say why in 10 characters or more.');
}
