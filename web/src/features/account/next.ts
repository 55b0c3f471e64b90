// Where to go after signing in: the `next` of the address, or the home of the role.
import { paths } from '@/shared/paths';
import type { Role } from '@/shared/session';

/** A path of this very site, or null: an address elsewhere must never be reached through a sign-in. */
export function safePath(next: string | null): string | null {
  if (!next?.startsWith('/')) return null;
  try {
    const url = new URL(next, window.location.origin);
    // A path of '//…' would be read as another host when it is followed.
    if (url.origin !== window.location.origin || url.pathname.startsWith('//')) return null;
    return url.pathname + url.search + url.hash;
  } catch {
    return null;
  }
}

export function homeOf(role: Role | null): string {
  if (role === null) return paths.landing;
  return role === 'master' ? paths.master.onboarding : paths.client.home;
}
