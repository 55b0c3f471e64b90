// Bearer tokens as the server issues them, except for the signature, which the browser never checks.

interface Said {
  sub?: string;
  email?: string;
  role?: string;
  guest?: boolean;
  /** Seconds from now; a week by default. */
  endsIn?: number;
  [more: string]: unknown;
}

export function token({ endsIn = 7 * 24 * 3600, ...said }: Said = {}): string {
  const claims = { sub: 'c-1', role: 'client', exp: Math.floor(Date.now() / 1000) + endsIn, ...said };
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
  return `head.${payload}.signature`;
}

export function guestToken(id = 'guest-1'): string {
  return token({ sub: id, guest: true });
}
