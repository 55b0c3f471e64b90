// Where to go after signing in: the `next` query parameter, or the role's home page.
import { paths } from '@/shared/paths';
import type { Role } from '@/shared/session';

/** The path if it is on this site, otherwise null: a sign-in link must never redirect to another site. */
export function safePath(next: string | null): string | null {
  if (!next?.startsWith('/')) return null;
  try {
    const url = new URL(next, window.location.origin);
    // A path that starts with '//' would be followed to another host.
    if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

/** A pro who is new goes to the checklist. /master leads there as well while onboarding lasts. */
export function homeOf(role: Role | null, isNew = false): string {
  if (role === null) return paths.landing;
  if (role === 'client') return paths.client.home;
  return isNew ? paths.master.onboarding : paths.master.home;
}
