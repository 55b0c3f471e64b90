// What files people may send. The server looks into them as well.
import { documentForm, photoForm } from '@/api/limits';

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
export const PAPER_TYPES = [...PHOTO_TYPES, 'application/pdf'];

type Chosen = Pick<Blob, 'type' | 'size'>;

const megabytes = (bytes: number) => bytes / 1024 ** 2;

/** What is wrong with a chosen photo, or null. */
export function photoProblem({ type, size }: Chosen): string | null {
  if (!PHOTO_TYPES.includes(type)) return 'Choose a JPEG, PNG or WebP photo.';
  const most = photoForm.file.maxLength;
  if (size > most) return `Choose a photo of up to ${megabytes(most)} MB.`;
  return size === 0 ? 'This file is empty. Choose another photo.' : null;
}

/** What is wrong with a chosen photo or PDF of a document, or null. */
export function paperProblem({ type, size }: Chosen): string | null {
  if (!PAPER_TYPES.includes(type)) return 'Choose a photo (JPEG, PNG or WebP) or a PDF.';
  const most = documentForm.file.maxLength;
  if (size > most) return `Choose a file of up to ${megabytes(most)} MB.`;
  return size === 0 ? 'This file is empty. Choose another one.' : null;
}
