// What files people may send. The server looks into them as well.

export const PHOTO_TYPES = ['image/jpeg', 'image/png', 'image/webp'];
export const PAPER_TYPES = [...PHOTO_TYPES, 'application/pdf'];

const MAX_BYTES = 10 * 1024 * 1024;

type Chosen = Pick<Blob, 'type' | 'size'>;

/** What is wrong with a chosen photo, or null. */
export function photoProblem({ type, size }: Chosen): string | null {
  if (!PHOTO_TYPES.includes(type)) return 'Choose a JPEG, PNG or WebP photo.';
  if (size > MAX_BYTES) return 'Choose a photo of up to 10 MB.';
  return size === 0 ? 'This file is empty. Choose another photo.' : null;
}

/** What is wrong with a chosen photo or PDF of a document, or null. */
export function paperProblem({ type, size }: Chosen): string | null {
  if (!PAPER_TYPES.includes(type)) return 'Choose a photo (JPEG, PNG or WebP) or a PDF.';
  if (size > MAX_BYTES) return 'Choose a file of up to 10 MB.';
  return size === 0 ? 'This file is empty. Choose another one.' : null;
}
