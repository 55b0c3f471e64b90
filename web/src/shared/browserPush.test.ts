import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ENDPOINT, fakePush, KEY, noPush } from '@/test/fakePush';
import { token } from '@/test/token';
import { pushState, renewPush, turnPushOff, turnPushOn } from './browserPush';
import { endSession, startSession } from './session';

const server = () => ({
  key: vi.fn(async () => KEY),
  subscribe: vi.fn(async (_subscription: PushSubscriptionJSON) => undefined),
  unsubscribe: vi.fn(async (_endpoint: string) => undefined),
});

/** A session of this person that ends in so many hours. */
const signIn = (sub: string, hours: number) =>
  startSession(token({ sub, exp: Math.floor(Date.now() / 1000) + hours * 3600 }));

beforeEach(() => signIn('c-1', 1));
afterEach(noPush);

it('says what this browser can do', async () => {
  expect(await pushState()).toBe('unsupported');
  expect(await turnPushOn(server())).toBe('unsupported');
  fakePush({ permission: 'denied' });
  expect(await pushState()).toBe('denied');
  fakePush();
  expect(await pushState()).toBe('off');
});

it('asks, subscribes with the server’s key and tells the server', async () => {
  const browser = fakePush();
  const told = server();
  expect(await turnPushOn(told)).toBe('on');
  expect(browser.notification.requestPermission).toHaveBeenCalledOnce();
  expect(browser.pushManager.subscribe.mock.calls[0]?.[0].userVisibleOnly).toBe(true);
  expect(told.subscribe).toHaveBeenCalledWith({ endpoint: ENDPOINT, keys: { p256dh: 'p', auth: 'a' } });
  expect(await pushState()).toBe('on');
  // The same subscription again, not a second one.
  await turnPushOn(told);
  expect(browser.pushManager.subscribe).toHaveBeenCalledOnce();
});

it('subscribes anew when the server has another key', async () => {
  const browser = fakePush();
  const told = server();
  await turnPushOn(told);
  told.key.mockResolvedValue(`BB${'A'.repeat(85)}`);
  await turnPushOn(told);
  expect(browser.pushManager.subscribe).toHaveBeenCalledTimes(2);
});

it('stays off when the person says no, or decides nothing', async () => {
  fakePush({ answers: 'denied' });
  expect(await turnPushOn(server())).toBe('denied');
  fakePush({ answers: 'default' });
  expect(await turnPushOn(server())).toBe('off');
});

it('turns off here even if the server cannot be told', async () => {
  const browser = fakePush();
  const told = server();
  await turnPushOn(told);
  told.unsubscribe.mockRejectedValue(new Error('away'));
  expect(await turnPushOff(told)).toBe('off');
  expect(told.unsubscribe).toHaveBeenCalledWith(ENDPOINT);
  expect(browser.subscription()).toBeNull();
  expect(await pushState()).toBe('off');
});

it('ends with a log-out, also when the server hears nothing of it, and stays when a session expires', async () => {
  const browser = fakePush();
  await turnPushOn(server());
  endSession('expired');
  await Promise.resolve();
  expect(browser.subscription()).not.toBeNull();
  signIn('c-1', 1);
  endSession('logout');
  await expect.poll(browser.subscription).toBeNull();
});

it('is one person’s: the next at this browser begins with it off, and so does who logged out', async () => {
  fakePush();
  const told = server();
  await turnPushOn(told);
  signIn('c-2', 1);
  expect(await pushState()).toBe('off');
  await renewPush(told);
  expect(told.subscribe).toHaveBeenCalledOnce();
  signIn('c-1', 2);
  expect(await pushState()).toBe('on');
  endSession('logout');
  signIn('c-1', 3);
  expect(await pushState()).toBe('off');
});

it('tells the server again once for each new session', async () => {
  fakePush();
  const told = server();
  await turnPushOn(told);
  await renewPush(told);
  expect(told.subscribe).toHaveBeenCalledOnce();
  signIn('c-1', 2);
  await renewPush(told);
  await renewPush(told);
  expect(told.subscribe).toHaveBeenCalledTimes(2);
});
