// The few numbers of the price book that the terms name. The pages read them; no rule is applied here.
import { useQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';
import { fetchBook, keepBook, storedBook } from '@/api/pricingBook';

const shape = z.looseObject({
  version: z.string(),
  quote_valid_minutes: z.number(),
  cancellation: z.looseObject({
    free_minutes_after_booking: z.number(),
    free_minutes_before_slot: z.number(),
    late_fee: z.number(),
    emergency_fee: z.number(),
    started_fee: z.number(),
  }),
});

export interface BookTerms {
  version: string;
  quoteMinutes: number;
  freeMinutes: number;
  freeHoursBefore: number;
  /** Per cent of the price. */
  late: number;
  emergency: number;
  started: number;
}

export function readTerms(json: string): BookTerms {
  const book = z.parse(shape, JSON.parse(json));
  const { cancellation } = book;
  return {
    version: book.version,
    quoteMinutes: book.quote_valid_minutes,
    freeMinutes: cancellation.free_minutes_after_booking,
    freeHoursBefore: cancellation.free_minutes_before_slot / 60,
    // Basis points to per cent.
    late: cancellation.late_fee / 100,
    emergency: cancellation.emergency_fee / 100,
    started: cancellation.started_fee / 100,
  };
}

async function currentTerms(): Promise<BookTerms> {
  try {
    const newer = await fetchBook();
    if (newer) {
      const terms = readTerms(newer.text);
      keepBook(newer);
      return terms;
    }
  } catch (error) {
    // Offline: the last book this browser was given still stands.
    if (!storedBook()) throw error;
  }
  return readTerms(storedBook() ?? '');
}

export function useBookTerms() {
  return useQuery({ queryKey: ['book-terms'], queryFn: currentTerms });
}
