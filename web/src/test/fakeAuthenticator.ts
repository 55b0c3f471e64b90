// A browser with an authenticator: what it was asked, and what it answers.
import { onTestFinished, vi } from 'vitest';

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
  openAt('http://localhost:8080/');
  onTestFinished(() => openAt('http://127.0.0.1:8080/'));
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', class {});
  const own = new Proxy(navigator, {
    // Its own getters want the true navigator.
    get: (target, name) => (name === 'credentials' ? authenticator : Reflect.get(target, name)),
  });
  vi.stubGlobal('navigator', own);
  return authenticator;
}

/** Passkeys are for a name. */
function openAt(address: string): void {
  const { happyDOM } = window as unknown as { happyDOM: { setURL: (address: string) => void } };
  happyDOM.setURL(address);
}

/** That answer, as it is sent. */
export const credential = {
  id: 'a2V5',
  rawId: 'a2V5',
  type: 'public-key',
  response: { userHandle: null, clientDataJSON: 'c2FpZA', signature: 'c2lnbmVk' },
};
