import { ApiProblem, isUnreachable } from '@/api/problem';
import { uploadPhoto } from '@/api/uploads';
import { getDraft, readPhoto, updateDraft } from '../draft';

/** The photo could not be sent; the client is asked whether to continue without it. */
export class PhotoNotSent extends Error {
  override readonly name = 'PhotoNotSent';
}

/** Whether the photo caused the error. If the server no longer has the photo, it is sent again next time. */
export function isPhotoProblem(error: unknown): boolean {
  if (error instanceof PhotoNotSent) return true;
  if (!(error instanceof ApiProblem) || !('photo_url' in error.errors)) return false;
  updateDraft({ photoUrl: undefined });
  return true;
}

/** Sends the draft's photo unless it has none or it is already on the server; returns its URL. */
export async function sendPhoto(): Promise<string | undefined> {
  const { hasPhoto, photoUrl } = getDraft();
  if (!hasPhoto) return undefined;
  if (photoUrl) return photoUrl;
  const photo = await readPhoto();
  if (!photo) throw new PhotoNotSent('The photo is no longer on this device.');
  try {
    const url = await uploadPhoto(photo);
    updateDraft({ photoUrl: url });
    return url;
  } catch (cause) {
    if (isUnreachable(cause)) throw cause;
    throw new PhotoNotSent('The photo could not be sent.', { cause });
  }
}
