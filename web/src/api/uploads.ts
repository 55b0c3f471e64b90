import { call } from './client';
import { fetchWithProgress, type OnProgress } from './fetchWithProgress';

/** Uploads a photo (JPEG, PNG or WebP, at most 10 MB); the returned URL can be attached to one booking. */
export async function uploadPhoto(photo: Blob, onProgress?: OnProgress): Promise<string> {
  const form = new FormData();
  form.set('file', photo, 'photo');
  const answer = await call<{ photo_url: string }>('/uploads', {
    method: 'POST',
    form,
    timeout: 60_000,
    ...(onProgress && { fetcher: fetchWithProgress(onProgress) }),
  });
  return answer.photo_url;
}
