// Passkeys: signs in with one, adds one, and shows one in place of a code. Where the browser has none, nothing of it is seen.
'use strict';

/** Where to ask for a passkey in place of a code; nothing while the operator has none. */
const provesAt = document.currentScript.dataset.proves;

const isAddress = /^[\d.]+$|^\[/.test(location.hostname);
const isOffered = isSecureContext && 'PublicKeyCredential' in window && !isAddress;

const bytes = (text) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
const text = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const named = (list = []) => list.map((one) => ({ ...one, id: bytes(one.id) }));

function creation(options) {
  if (PublicKeyCredential.parseCreationOptionsFromJSON) {
    return PublicKeyCredential.parseCreationOptionsFromJSON(options);
  }
  const user = { ...options.user, id: bytes(options.user.id) };
  const excludeCredentials = named(options.excludeCredentials);
  return { ...options, user, excludeCredentials, challenge: bytes(options.challenge) };
}

function request(options) {
  if (PublicKeyCredential.parseRequestOptionsFromJSON) {
    return PublicKeyCredential.parseRequestOptionsFromJSON(options);
  }
  const allowCredentials = named(options.allowCredentials);
  return { ...options, allowCredentials, challenge: bytes(options.challenge) };
}

// Written out by hand: some password managers put objects here whose `toJSON` fails.
function written({ id, rawId, type, response }) {
  const parts = ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle'];
  const given = parts.filter((part) => response[part]).map((part) => [part, text(response[part])]);
  const answer = { userHandle: null, ...Object.fromEntries(given) };
  return JSON.stringify({ id, rawId: text(rawId), type, response: answer });
}

/** What the server says is wrong. */
class Refusal extends Error {}

/** What the server needs of a form to say what to ask; the rest is sent with the form itself. */
const NEEDED = ['form', 'seen', 'back', 'name', 'factor_code', 'passkey_ceremony', 'passkey_credential'];

/** Asks the server what to ask, then the authenticator. */
async function asked(act, address, form) {
  const fields = [...new FormData(form)].filter(([name]) => NEEDED.includes(name));
  const answer = await fetch(address, { method: 'POST', body: new URLSearchParams(fields) });
  const body = await answer.json();
  if (!answer.ok) throw new Refusal(body.detail);
  const credential =
    act === 'create'
      ? await navigator.credentials.create({ publicKey: creation(body.options) })
      : await navigator.credentials.get({ publicKey: request(body.options) });
  return { ceremony: body.ceremony, credential: written(credential) };
}

function words(error) {
  if (error instanceof Refusal) return error.message;
  if (error.name === 'InvalidStateError') return 'This device has a passkey of yours already.';
  if (error.name === 'NotAllowedError' || error.name === 'AbortError')
    return 'No passkey was used. You can try again.';
  return 'That did not work. Load the page again.';
}

/** Puts a value into a hidden field of a form. */
function put(form, name, value) {
  let field = form.elements.namedItem(name);
  if (!field) {
    field = document.createElement('input');
    field.type = 'hidden';
    field.name = name;
    form.append(field);
  }
  field.value = value;
}

/** Runs what a button does, once at a time, and says below it what went wrong. */
async function run(button, work) {
  const said = button.parentElement.querySelector('[data-said]') ?? document.createElement('p');
  said.className = 'error';
  said.dataset.said = '';
  said.setAttribute('role', 'alert');
  said.textContent = '';
  button.after(said);
  button.disabled = true;
  try {
    await work();
  } catch (error) {
    said.textContent = words(error);
    button.disabled = false;
  }
}

// A form that goes with a passkey: it is sent once the authenticator has answered.
for (const place of isOffered ? document.querySelectorAll('[data-passkey]') : []) {
  place.hidden = false;
  const form = place.querySelector('form');
  const button = form.querySelector('button[type="submit"]');
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    run(button, async () => {
      try {
        const { ceremony, credential } = await asked(place.dataset.act, place.dataset.passkey, form);
        put(form, 'ceremony', ceremony);
        put(form, 'credential', credential);
      } finally {
        // The code, or what was shown in its place, is used up.
        for (const name of ['factor_code', 'passkey_ceremony']) {
          if (form.elements.namedItem(name)) put(form, name, '');
        }
      }
      form.submit();
    });
  });
}

// A code that a passkey can stand for.
for (const field of isOffered && provesAt ? document.querySelectorAll('input[name="factor_code"]') : []) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button quiet';
  button.textContent = 'Use a passkey instead';
  field.closest('.field').append(button);
  button.addEventListener('click', () =>
    run(button, async () => {
      const { form } = field;
      const { ceremony, credential } = await asked('get', provesAt, form);
      put(form, 'passkey_ceremony', ceremony);
      put(form, 'passkey_credential', credential);
      button.disabled = false;
      form.requestSubmit();
    }),
  );
}
