// The draft's photo is sent while the form is filled in. What is left of that is waited for at the checkout, which can go on without it.
import { ApiProblem } from '@/api/problem';
import { uploadPhoto } from '@/api/uploads';
import { within } from '@/shared/within';
import { readPhoto } from './photo';
import { getDraft, updateDraft } from './store';

/** How many milliseconds the checkout waits for it. */
const PATIENCE = 8000;

/** The photo is not sent; the client is asked whether to continue without it. */
export class PhotoNotSent extends Error {
  override readonly name = 'PhotoNotSent';
}

let sending: { url: Promise<string>; end: AbortController } | null = null;

/** Whether the photo caused the error. If the server no longer has the photo, it is sent again next time. */
export function isPhotoProblem(error: unknown): boolean {
  if (error instanceof PhotoNotSent) return true;
  if (!(error instanceof ApiProblem) || !('photo_url' in error.errors)) return false;
  updateDraft({ photoUrl: undefined });
  return true;
}

/** Sends a photo that was just chosen, in place of any other. A failure is nobody's yet: it is sent again when it is needed. */
export function sendAhead(photo: Blob): void {
  stopSending();
  send(photo).catch(() => undefined);
}

/** It was removed, or is not to be waited for. */
export function stopSending(): void {
  sending?.end.abort();
  sending = null;
}

/** The address of the draft's photo, once it is sent; undefined if it has none.
 *  @throws PhotoNotSent, also when it takes too long: it is sent on meanwhile */
export async function sendPhoto(): Promise<string | undefined> {
  const { hasPhoto, photoUrl } = getDraft();
  if (!hasPhoto) return undefined;
  if (photoUrl) return photoUrl;
  try {
    return await within(PATIENCE, sending?.url ?? sendKept());
  } catch (cause) {
    throw new PhotoNotSent('The photo is not sent.', { cause });
  }
}

async function sendKept(): Promise<string> {
  const photo = await readPhoto();
  if (!photo) throw new Error('The photo is no longer on this device.');
  return send(photo);
}

function send(photo: Blob): Promise<string> {
  const end = new AbortController();
  const url = upload(photo, end);
  sending = { url, end };
  return url;
}

async function upload(photo: Blob, end: AbortController): Promise<string> {
  try {
    const url = await uploadPhoto(photo, undefined, end.signal);
    if (!end.signal.aborted && getDraft().hasPhoto) updateDraft({ photoUrl: url });
    return url;
  } finally {
    if (sending?.end === end) sending = null;
  }
}
