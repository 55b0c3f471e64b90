// What people type into forms that are there before the pricing module: cleaned and read as the server does it at its door
// (pricing-core/src/typed), so that nobody waits for a module to sign in. `pricing/typed.test.ts` holds both to the same cases.

/** What cannot be seen, and a byte order mark. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\ufffc]/gu;
const SPACES = /[\s\u2800]+/g;

/** The letters of other scripts that lettre takes, too, by the blocks that hold nothing else. */
const LETTER = 'a-z0-9À-ÖØ-öø-ɏΑ-ΡΣ-ώЀ-ҁ一-龥가-힣';
const ATOM = `[${LETTER}!#$%&'*+\\-/=?^_\`{|}~]+`;
const LABEL = `[${LETTER}](?:[${LETTER}!#$%&'*+\\-/=?^_\`{|}~]*[${LETTER}])?`;
const EMAIL = new RegExp(`^(${ATOM}(?:\\.${ATOM})*)@(${LABEL}(?:\\.${LABEL})+)$`, 'u');
const LONGEST_EMAIL = 254;
/** Bytes, as mail servers count. */
const LONGEST_LOCAL = 64;
const LONGEST_LABEL = 63;

/** The email in its one spelling, or undefined. */
export function emailTyped(typed: string): string | undefined {
  const email = normaliseEmail(typed);
  const [, local = '', domain = ''] = EMAIL.exec(email) ?? [];
  const fits =
    local !== '' &&
    [...email].length <= LONGEST_EMAIL &&
    bytes(local) <= LONGEST_LOCAL &&
    domain.split('.').every((label) => bytes(label) <= LONGEST_LABEL);
  return fits ? email : undefined;
}

/** Composed, in lower case, and without what cannot be seen: how emails are compared. */
export function normaliseEmail(typed: string): string {
  return typed.normalize('NFC').toLowerCase().replace(SPACES, ' ').trim().replace(UNSEEN, '').trim();
}

function bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** The digits of a code, however they were grouped; undefined unless there are so many. */
export function codeTyped(typed: string, length: number): string | undefined {
  const digits = typed.replace(/\D/g, '');
  return digits.length === length ? digits : undefined;
}

/** Pence of an amount in pounds: '85', '£12.50', '1,250'; undefined for anything else. A comma stands between thousands only. */
export function penceTyped(typed: string): number | undefined {
  const plain = typed.replace(SPACES, ' ').replace(UNSEEN, '').trim();
  const match = /^£? ?(\d+|\d{1,3}(?:[, ]\d{3})+)(?:\.(\d{1,2}))?$/.exec(plain);
  if (!match) return undefined;
  const [, pounds = '', pence = ''] = match;
  const all = Number(pounds.replace(/[, ]/g, '')) * 100 + Number(pence.padEnd(2, '0'));
  return Number.isSafeInteger(all) ? all : undefined;
}

export const WHOLE_POUNDS = 'Whole pounds only.';

/** Whole pounds; undefined for anything else. */
export function poundsTyped(typed: string): number | undefined {
  const pence = penceTyped(typed);
  return pence !== undefined && pence % 100 === 0 ? pence / 100 : undefined;
}

/** `message`, and why an amount with pence is refused, where that is what was typed. */
export function poundsMessage(message: string, typed: string): string {
  return penceTyped(typed) !== undefined && poundsTyped(typed) === undefined
    ? `${message} ${WHOLE_POUNDS}`
    : message;
}

/** A number of an office: in capitals, without spaces, dashes, full stops and slashes. */
export function numberTyped(typed: string): string {
  return typed
    .replace(SPACES, '')
    .replace(UNSEEN, '')
    .replace(/[-./‐-―−]/g, '')
    .toUpperCase();
}
