// Guests, sign-in and the client's own area. Every sign-in works: by any password, and by the one code that the screen shows.
import { DEMO_CODE } from '@/shared/demo';
import { bookingsOf } from '../access';
import { rewardsOf, STAMPS } from '../loyalty';
import { accountOf, clientOf, newClient, signIn, tokenOf } from '../people';
import { DEMO_PRO } from '../pro';
import { Refusal, route, type Schemas } from '../route';
import { theWorld } from '../world';

function checkCode({ code }: { code: string }): void {
  if (code !== DEMO_CODE) throw new Refusal(401, 'wrong_code', 'That code is wrong or has expired.');
}

function proOf(email: string): Schemas['SignedInMaster'] {
  theWorld().pro.profile.email = email;
  return { email, role: 'master', token: tokenOf(DEMO_PRO, 'master', email) };
}

export const accountHandlers = [
  route('post', '/api/clients/ensure-guest', ({ body }) => {
    const { clientId } = newClient(body, true).profile;
    return { clientId, token: tokenOf(clientId, 'client') };
  }),
  route('get', '/api/clients/identifier-exists', ({ value }) => ({
    exists: accountOf({ email: value('email'), phone: value('phone') }) !== undefined,
  })),
  route('post', '/api/clients/login/otp-request', () => ({ ok: true })),
  route('post', '/api/clients/login/otp-verify', ({ body, caller }) => {
    checkCode(body);
    if (!body.attach) return signIn(body, caller);
    const { profile } = clientOf(caller);
    if (body.email) Object.assign(profile, { email: body.email, emailVerified: true });
    if (body.phone) Object.assign(profile, { phone: body.phone, phoneVerified: true });
    return { clientId: profile.clientId, token: tokenOf(profile.clientId, 'client', profile.email) };
  }),
  route('post', '/api/clients/password/login', ({ body, caller }) => signIn(body, caller)),
  route('post', '/api/clients/password/register', ({ body, caller }) => signIn(body, caller)),
  route('post', '/api/logout', () => undefined),
  route('post', '/api/masters/register', ({ body }) => proOf(body.email)),
  route('post', '/api/masters/login', ({ body }) => proOf(body.email)),
  route('post', '/api/masters/login/otp-request', () => ({ ok: true })),
  route('post', '/api/masters/login/otp-verify', ({ body }) => {
    checkCode(body);
    return proOf(body.email);
  }),
  route('get', '/api/clients/me', ({ caller }) => clientOf(caller).profile),
  route('put', '/api/clients/me', ({ body, caller }) => {
    const { profile } = clientOf(caller);
    const given = Object.entries(body).filter(([, value]) => value !== null);
    return Object.assign(profile, Object.fromEntries(given));
  }),
  route('get', '/api/clients/me/summary', ({ caller }) => {
    const own = bookingsOf(clientOf(caller).profile.clientId);
    const completed = own.filter(({ status }) => status === 'completed').length;
    const cancelled = own.filter(({ status }) => status === 'cancelled').length;
    return { total: own.length, completed, active: own.length - completed - cancelled };
  }),
  route('get', '/api/clients/me/loyalty', ({ caller }) => {
    const { clientId } = clientOf(caller).profile;
    const completed = bookingsOf(clientId).filter(({ status }) => status === 'completed').length;
    const rewards = rewardsOf(clientId).map(({ code, amountPence }) => ({ code, amountPence }));
    return { stamps: completed % STAMPS, stampsForReward: STAMPS, rewards };
  }),
  route('get', '/api/clients/me/messages', () => ({ items: theWorld().messageChoices.clients })),
  route('put', '/api/clients/me/messages', ({ body }) => switched('clients', body)),
  route('get', '/api/masters/me/messages', () => ({ items: theWorld().messageChoices.masters })),
  route('put', '/api/masters/me/messages', ({ body }) => switched('masters', body)),
  route('post', '/api/events/ticket', () => ({ ticket: 'demo' })),
  route('post', '/api/support', () => ({ ok: true })),
];

function switched(
  who: 'clients' | 'masters',
  { items }: Schemas['MessageChoicesChange'],
): Schemas['MessageChoices'] {
  const choices = theWorld().messageChoices[who];
  for (const choice of choices) choice.on = items.find(({ kind }) => kind === choice.kind)?.on ?? choice.on;
  return { items: choices };
}
