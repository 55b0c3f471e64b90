// Reads the claims of a bearer token without trusting them: only the server checks the signature.

export interface Claims {
  id: string;
  email: string | null;
  /** The role claim as it stands; undefined if there is none. */
  role: unknown;
  /** Unix milliseconds. */
  expiresAt: number;
}

/** Null unless the token can be read and names a person and an expiry. */
export function readToken(token: string): Claims | null {
  try {
    const { sub, user_id, email, role, exp } = payloadOf(token);
    const id = sub ?? user_id;
    if (typeof id !== 'string' || id === '' || typeof exp !== 'number') return null;
    return { id, email: typeof email === 'string' ? email : null, role, expiresAt: exp * 1000 };
  } catch {
    return null;
  }
}

function payloadOf(token: string): Record<string, unknown> {
  const base64 = (token.split('.')[1] ?? '').replace(/-/g, '+').replace(/_/g, '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  return { ...JSON.parse(new TextDecoder().decode(bytes)) };
}
