// Sends one of the things that wait, with its photos first, and says what became of it.
import type { QueryClient } from '@tanstack/react-query';
import { whatJobsChange } from '@/api/keys';
import { ApiProblem, isUnreachable, millisecondsToWait, refusedFields } from '@/api/problem';
import { uploadPhoto } from '@/api/uploads';
import { createStore } from '@/shared/createStore';
import { changeItem, type Refusal, type Waiting, waitingItems } from '@/shared/outbox/items';
import { forgetWaitingPhotos, readWaitingPhoto, referencesIn, withAddresses } from '@/shared/outbox/photos';
import type { Outcome } from '@/shared/outbox/sender';
import { kindOf } from './kinds';
import { isStep } from './steps';

const PHOTO_GONE: Refusal = {
  code: 'photo_gone',
  text: 'A photo is no longer on this device. Please take this step again.',
};

/** As long as this a photo that is not found may be had another way, in milliseconds: another tab has it in its memory, or the browser can read
 *  it again. */
const PATIENCE = 60_000;
/** Since when photos were not found here, Unix milliseconds. */
const missing = new Map<string, number>();

class PhotoMissing extends Error {
  constructor(readonly reference: string) {
    super('A photo was not found.');
  }
}

export async function sendItem(queryClient: QueryClient, item: Waiting): Promise<Outcome> {
  const kind = kindOf(item);
  if (!kind) return { wait: 0 };
  try {
    const uploaded = await upload(item);
    // It was taken back meanwhile, or whose it is has left.
    if (!waitingItems().some(({ id }) => id === item.id)) return 'taken';
    note(item.id);
    const show = await kind.send(item, withAddresses(item.what, uploaded));
    show(queryClient);
    void forgetWaitingPhotos(referencesIn(item.what));
    return 'taken';
  } catch (error) {
    if (isUploadGone(item, error)) return sendItem(queryClient, withoutUploads(item));
    // It has moved on without us: the page shows where it is.
    if (error instanceof ApiProblem && isStep(item))
      for (const queryKey of whatJobsChange) void queryClient.invalidateQueries({ queryKey });
    return outcomeOf(item, error);
  } finally {
    note(null);
  }
}

let underway: string | null = null;
const underwayStore = createStore(() => underway);
/** The id of what is on its way to the server, so that it can no longer be taken back. */
export const useUnderway = underwayStore.use;

function note(id: string | null): void {
  underway = id;
  underwayStore.changed();
}

/** The addresses of its photos, each uploaded once. */
async function upload(item: Waiting): Promise<Record<string, string>> {
  const uploaded: Record<string, string> = { ...item.uploaded };
  for (const reference of referencesIn(item.what)) {
    if (uploaded[reference] !== undefined) continue;
    const photo = await readWaitingPhoto(reference).catch(() => null);
    if (!photo) throw new PhotoMissing(reference);
    missing.delete(reference);
    uploaded[reference] = await uploadPhoto(photo);
    changeItem(item.id, (before) => ({ ...before, uploaded: { ...uploaded } }));
  }
  return uploaded;
}

/** The server keeps a photo that belongs to nothing for a day only. */
function isUploadGone(item: Waiting, error: unknown): boolean {
  const { photos, photoUrl } = refusedFields(error);
  return item.uploaded !== undefined && (photos ?? photoUrl) !== undefined;
}

function withoutUploads(item: Waiting): Waiting {
  changeItem(item.id, ({ uploaded: _, ...before }) => before);
  const { uploaded: _, ...rest } = item;
  return rest;
}

function outcomeOf(item: Waiting, error: unknown): Outcome {
  if (error instanceof PhotoMissing) return whatOfMissing(error.reference);
  // Whoever is signed out here sends it when they are back.
  if (isUnreachable(error) || (error instanceof ApiProblem && error.status === 401)) return 'offline';
  if (!(error instanceof ApiProblem)) throw error;
  const { code, detail, status, retryAfter, unexpected } = error;
  if (unexpected || retryAfter !== null || status === 429) return { wait: millisecondsToWait(error) };
  const text = isStep(item) && status === 404 ? 'This job is no longer yours.' : detail;
  return { refusal: { code, text: text.slice(0, 1000) } };
}

function whatOfMissing(reference: string): Outcome {
  const since = missing.get(reference) ?? Date.now();
  const isGone = Date.now() - since >= PATIENCE;
  // Tried again, it has as much time again.
  if (isGone) missing.delete(reference);
  else missing.set(reference, since);
  return isGone ? { refusal: PHOTO_GONE } : { wait: 0 };
}
