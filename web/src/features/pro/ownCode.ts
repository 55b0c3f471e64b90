import { proveOwnEmail, requestOwnCode } from '@/api/pros';
import type { OwnCode } from '@/ui/ways-in/FreshCode';

/** Pros are sent codes to their email alone. */
export function ownCode(email: string): OwnCode {
  return { contactBy: () => ({ email }), request: requestOwnCode, verify: proveOwnEmail };
}
