// The draft's photo.
import { forgetUnder, keepUnder, readUnder } from '@/shared/photoStore';

const KEY = 'draft';

export const keepPhoto = (photo: Blob) => keepUnder(KEY, photo);
export const forgetPhoto = () => forgetUnder(KEY);

export async function readPhoto(): Promise<Blob | null> {
  const found = await readUnder(KEY).catch(() => null);
  return found instanceof Blob ? found : null;
}
