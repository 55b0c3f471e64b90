import { bearerToken } from '@/shared/session';

/** For streams, which are read without `send` (api/client): the token as it is now. */
export function bearerHeaders(as: 'client' | 'person' = 'client'): Record<string, string> {
  const token = bearerToken(as);
  return token ? { Authorization: `Bearer ${token}` } : {};
}
