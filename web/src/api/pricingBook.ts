import { readStored, writeStored } from '@/shared/storage';
import { problemOf, send } from './client';

const BOOK = 'callout.book';
const ETAG = 'callout.book.etag';

/** The latest price book this browser has fetched, as JSON text; null before the first visit online. */
export function storedBook(): string | null {
  return readStored(BOOK);
}

export function storedBookVersion(): string | null {
  try {
    const book: unknown = JSON.parse(storedBook() ?? 'null');
    return typeof book === 'object' && book !== null && 'version' in book ? String(book.version) : null;
  } catch {
    return null;
  }
}

/** Fetches a newer price book: its JSON text and ETag, or null if ours is current. */
export async function fetchBook(signal?: AbortSignal): Promise<{ text: string; etag: string | null } | null> {
  const etag = storedBook() ? readStored(ETAG) : null;
  const response = await send('/pricing/book', { headers: etag ? { 'If-None-Match': etag } : {}, signal });
  if (response.status === 304) return null;
  if (!response.ok) throw await problemOf(response);
  return { text: await response.text(), etag: response.headers.get('ETag') };
}

/** Stores a price book for the next start of the pricing module, so that it works offline too. */
export function keepBook(book: { text: string; etag: string | null }): void {
  writeStored(BOOK, book.text);
  writeStored(ETAG, book.etag ?? '');
}
