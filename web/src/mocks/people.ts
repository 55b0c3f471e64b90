// The visitors of the demonstration as clients: guests and accounts, with tokens like the server's.
import { randomId } from '@/shared/id';
import { DAY } from './clock';
import { Refusal, type Schemas } from './route';
import { type DemoClient, theWorld } from './world';

interface Contact {
  email?: string | null;
  phone?: string | null;
}

/** A bearer token as the server issues them, but for the signature, which no browser checks. */
export function tokenOf(sub: string, role: Schemas['Role'], email?: string | null): string {
  const claims = { sub, role, email, exp: Math.floor((Date.now() + 30 * DAY) / 1000) };
  const bytes = new TextEncoder().encode(JSON.stringify(claims));
  const payload = btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_');
  return `demo.${payload.replace(/=+$/, '')}.demo`;
}

export function newClient({ email, phone }: Contact, isGuest: boolean): DemoClient {
  const profile: Schemas['ClientProfile'] = {
    clientId: `c-${randomId()}`,
    email,
    phone,
    emailVerified: !isGuest && Boolean(email),
    phoneVerified: !isGuest && Boolean(phone),
    marketingConsent: false,
  };
  const client = { isGuest, since: Date.now(), profile };
  theWorld().clients.push(client);
  return client;
}

export function accountOf({ email, phone }: Contact): DemoClient | undefined {
  const isTheirs = ({ profile }: DemoClient) =>
    email ? profile.email === email : Boolean(phone) && profile.phone === phone;
  return theWorld().clients.find((client) => !client.isGuest && isTheirs(client));
}

/** 401 for anybody whom this browser's demonstration does not know (any more). */
export function clientOf(caller: string | undefined): DemoClient {
  const client = theWorld().clients.find(({ profile }) => profile.clientId === caller);
  if (!client) throw new Refusal(401, 'unauthorised', 'Please sign in.');
  return client;
}

/** Signs in, and takes along what was booked as a guest. */
export function signIn(contact: Contact, caller: string | undefined): Schemas['SignedIn'] {
  const { profile } = accountOf(contact) ?? newClient(contact, false);
  const { clients, bookings } = theWorld();
  const isGuest = clients.some((one) => one.isGuest && one.profile.clientId === caller);
  if (isGuest)
    for (const booking of bookings) if (booking.clientId === caller) booking.clientId = profile.clientId;
  return { clientId: profile.clientId, token: tokenOf(profile.clientId, 'client', profile.email) };
}
