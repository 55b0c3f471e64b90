import type { MasterSuspension } from '@/api/types';

/** True while a suspension holds the pro's balance: for a time, or without an end while an appeal waits. */
export function holdsBalance({ heldUntil, decidedAt }: MasterSuspension): boolean {
  return !decidedAt && (heldUntil === undefined || Date.parse(heldUntil) > Date.now());
}
