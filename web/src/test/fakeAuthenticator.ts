// A browser with an authenticator: what it was asked, and what it answers.
import { vi } from 'vitest';

const bytes = (text: string) => new TextEncoder().encode(text).buffer;

/** What the server asks, as it sends it. */
export const asked = {
  ceremony: 'ceremony-1',
  options: { challenge: 'AQID', user: { id: 'BAUG', name: 'sam@example.com' }, allowCredentials: [] },
};

/** Gives the page an authenticator that answers, or fails with a DOMException of this name. */
export function fakeAuthenticator(fails?: string) {
  const answer = () => {
    if (fails) return Promise.reject(new DOMException('No.', fails));
    const response = { clientDataJSON: bytes('said'), signature: bytes('signed'), userHandle: null };
    return Promise.resolve({ id: 'a2V5', rawId: bytes('key'), type: 'public-key', response });
  };
  const authenticator = { create: vi.fn(answer), get: vi.fn(answer) };
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  vi.stubGlobal('navigator', Object.create(navigator, { credentials: { value: authenticator } }));
  return authenticator;
}

/** That answer, as it is sent. */
export const credential = {
  id: 'a2V5',
  rawId: 'a2V5',
  type: 'public-key',
  response: { userHandle: null, clientDataJSON: 'c2FpZA', signature: 'c2lnbmVk' },
};
