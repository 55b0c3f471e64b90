// Sends one of the things that wait, with its photos first, and says what became of it.
import type { QueryClient } from '@tanstack/react-query';
import { whatJobsChange } from '@/api/keys';
import { ApiProblem, isUnreachable, millisecondsToWait, refusedFields } from '@/api/problem';
import { uploadPhoto } from '@/api/uploads';
import { changeItem, type Refusal, type Waiting } from '@/shared/outbox/items';
import { forgetWaitingPhotos, readWaitingPhoto, referencesIn, withAddresses } from '@/shared/outbox/photos';
import type { Outcome } from '@/shared/outbox/sender';
import { kindOf } from './kinds';
import { isStep } from './steps';

const PHOTO_GONE: Refusal = {
  code: 'photo_gone',
  text: 'A photo is no longer on this device: photos are kept for 7 days. Please take this step again.',
};

export async function sendItem(queryClient: QueryClient, item: Waiting): Promise<Outcome> {
  const kind = kindOf(item);
  if (!kind) return { wait: 0 };
  try {
    const uploaded = await upload(item);
    if (!uploaded) return { refusal: PHOTO_GONE };
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
  }
}

/** The addresses of its photos, each uploaded once; null when one is no longer here. */
async function upload(item: Waiting): Promise<Record<string, string> | null> {
  const uploaded: Record<string, string> = { ...item.uploaded };
  for (const reference of referencesIn(item.what)) {
    if (uploaded[reference] !== undefined) continue;
    const photo = await readWaitingPhoto(reference);
    if (!photo) return null;
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
  // Whoever is signed out here sends it when they are back.
  if (isUnreachable(error) || (error instanceof ApiProblem && error.status === 401)) return 'offline';
  if (!(error instanceof ApiProblem)) throw error;
  const { code, detail, status, retryAfter, unexpected } = error;
  if (unexpected || retryAfter !== null || status === 429) return { wait: millisecondsToWait(error) };
  const text = isStep(item) && status === 404 ? 'This job is no longer yours.' : detail;
  return { refusal: { code, text: text.slice(0, 1000) } };
}
