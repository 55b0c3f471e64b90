import type { Booking } from '@/api/types';

/** Whether a pro is attached. A share link gets the pro's first name, not the id. */
export function hasPro({ assigned_master_id, assigned_master_name }: Booking): boolean {
  return Boolean(assigned_master_id ?? assigned_master_name);
}
