import { call } from './client';
import { fetchWithProgress, LONGEST_UPLOAD, type OnProgress } from './fetchWithProgress';

/** Uploads a photo (JPEG, PNG or WebP, at most 10 MB; shared/smallerPhoto); the returned URL can be attached to one booking. */
export async function uploadPhoto(
  photo: Blob,
  onProgress: OnProgress = () => undefined,
  signal?: AbortSignal,
): Promise<string> {
  const form = new FormData();
  form.set('file', photo, 'photo');
  const answer = await call<{ photo_url: string }>('/uploads', {
    method: 'POST',
    form,
    timeout: LONGEST_UPLOAD,
    fetcher: fetchWithProgress(onProgress),
    signal,
  });
  return answer.photo_url;
}
