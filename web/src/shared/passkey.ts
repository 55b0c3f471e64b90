// The browser's side of passkeys: asks its authenticator, in the JSON form that the server speaks.

/** What the server asks an authenticator: options in JSON, where bytes are base64url. */
export type PasskeyOptions = Record<string, unknown>;

/** What the authenticator answers, in JSON. */
export type PasskeyCredential = Record<string, unknown>;

/** False where a passkey can neither be made nor used: an old browser, a page without TLS or at an address without a name. */
export function supportsPasskeys(): boolean {
  return window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname);
}

/** Makes a passkey. Must come from a click. */
export async function makePasskey(options: PasskeyOptions): Promise<PasskeyCredential> {
  return written(await navigator.credentials.create({ publicKey: creation(options) }));
}

/** Shows one of the passkeys that the browser knows for us. */
export async function showPasskey(options: PasskeyOptions): Promise<PasskeyCredential> {
  return written(await navigator.credentials.get({ publicKey: request(options) }));
}

/** What to say when the authenticator, not the server, says no; null for any other error. */
export function authenticatorText(error: unknown): string | null {
  const name = error instanceof DOMException ? error.name : '';
  if (name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  if (name === '') return null;
  return 'No passkey was used. You can try again.';
}

function creation(options: PasskeyOptions): PublicKeyCredentialCreationOptions {
  const json = options as unknown as PublicKeyCredentialCreationOptionsJSON;
  // Browsers have the conversion since 2025.
  if (typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function')
    return PublicKeyCredential.parseCreationOptionsFromJSON(json);
  return {
    ...json,
    challenge: bytesOf(json.challenge),
    user: { ...json.user, id: bytesOf(json.user.id) },
    excludeCredentials: named(json.excludeCredentials),
  } as unknown as PublicKeyCredentialCreationOptions;
}

function request(options: PasskeyOptions): PublicKeyCredentialRequestOptions {
  const json = options as unknown as PublicKeyCredentialRequestOptionsJSON;
  if (typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function')
    return PublicKeyCredential.parseRequestOptionsFromJSON(json);
  return {
    ...json,
    challenge: bytesOf(json.challenge),
    allowCredentials: named(json.allowCredentials),
  } as unknown as PublicKeyCredentialRequestOptions;
}

function named(list: PublicKeyCredentialDescriptorJSON[] = []) {
  return list.map((one) => ({ ...one, id: bytesOf(one.id) }));
}

const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];

/** Written out by hand: some password managers put objects here whose `toJSON` fails. */
function written(credential: Credential | null): PasskeyCredential {
  if (!credential) throw new DOMException('No credential.', 'NotAllowedError');
  const { id, rawId, type, response } = credential as PublicKeyCredential;
  const said = response as unknown as Record<string, ArrayBuffer | null | undefined>;
  const answer: Record<string, string | null> = { userHandle: null };
  for (const part of parts) {
    const bytes = said[part];
    if (bytes) answer[part] = textOf(bytes);
  }
  return { id, rawId: textOf(rawId), type, response: answer };
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

function textOf(bytes: ArrayBuffer): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)));
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
