// The links that go to a guest's phone.
import type { Server } from './server';

/** Those to their booking, oldest first. */
export function linksByText(server: Server): Promise<string[]> {
  return byText(server, /http\S+\/b\/[\w.-]+/);
}

/** Those to what a pro suggests, oldest first. */
export function suggestionsByText(server: Server): Promise<string[]> {
  return byText(server, /http\S+\/booking\/suggested\/[\w.-]+/);
}

async function byText(server: Server, link: RegExp): Promise<string[]> {
  const messages = await server.outbox();
  return messages.filter(({ channel }) => channel === 'sms').flatMap(({ text }) => text.match(link) ?? []);
}
