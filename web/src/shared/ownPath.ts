/**
 * A path of this site as it stands, otherwise null: nothing that comes from an address or a message may lead to another site. What a
 * browser would first put right (dots, tabs, backslashes) is none of ours.
 */
export function ownPath(path: unknown): string | null {
  if (typeof path !== 'string' || !path.startsWith('/')) return null;
  const site = 'https://own.invalid';
  try {
    const url = new URL(path, site);
    return url.origin === site && url.pathname + url.search + url.hash === path ? path : null;
  } catch {
    return null;
  }
}
