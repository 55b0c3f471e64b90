import { useBook } from '@/pricing';

export interface BookTerms {
  version: string;
  quoteMinutes: number;
  freeMinutes: number;
  freeHoursBefore: number;
  /** Percentage of the price. */
  late: number;
  emergency: number;
  started: number;
  /** Within the days in which the client may change their mind, once the pro has set off. */
  enRoute: number;
  coolingOffDays: number;
  /** What a pro pays Callout, percentage of the price. */
  fee: number;
}

/** The figures quoted in the terms, in the units people read. */
export function useBookTerms(): BookTerms | undefined {
  const book = useBook();
  if (!book) return undefined;
  const { cancellation } = book;
  return {
    version: book.version,
    quoteMinutes: book.quote_valid_minutes,
    freeMinutes: cancellation.free_minutes_after_booking,
    freeHoursBefore: cancellation.free_minutes_before_slot / 60,
    // Basis points to per cent.
    late: cancellation.late_fee_bps / 100,
    emergency: cancellation.emergency_fee_bps / 100,
    coolingOffDays: cancellation.cooling_off_days,
    enRoute: cancellation.cooling_off_en_route_bps / 100,
    started: cancellation.started_fee_bps / 100,
    fee: book.fee_basis_points / 100,
  };
}
