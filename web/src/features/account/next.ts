// Where to go after signing in, without a `next` in the address: the role's home page.
import { paths } from '@/shared/paths';
import type { Role } from '@/shared/session';

/** A pro who is new goes to the checklist. /master leads there as well while onboarding lasts. */
export function homeOf(role: Role | null, isNew = false): string {
  if (role === null) return paths.landing;
  if (role === 'client') return paths.client.home;
  return isNew ? paths.master.onboarding : paths.master.home;
}
