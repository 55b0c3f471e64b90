// The links to a guest's booking that go to their phone.
import type { Server } from './server';

/** The texts that carry one, oldest first. */
export async function linksByText(server: Server): Promise<string[]> {
  const messages = await server.outbox();
  return messages
    .filter(({ channel }) => channel === 'sms')
    .flatMap(({ text }) => text.match(/http\S+\/b\/[\w.-]+/) ?? []);
}
