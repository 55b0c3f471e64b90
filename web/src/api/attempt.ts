import { randomId } from '@/shared/id';
import { Unreachable } from './problem';

/**
 * Sends a request with an idempotency key. The same content keeps its key until the server responds, so that retrying cannot book or pay
 * twice; once the server has rejected it, the next try gets a new key.
 */
export function makeAttempts() {
  let last: { content: string; key: string } | null = null;
  return async function attempt<Request, Answer>(
    request: Request,
    send: (request: Request, idempotencyKey: string) => Promise<Answer>,
  ): Promise<Answer> {
    const content = JSON.stringify(request);
    if (last?.content !== content) last = { content, key: randomId() };
    try {
      return await send(request, last.key);
    } catch (error) {
      if (!(error instanceof Unreachable)) last = null;
      throw error;
    }
  };
}
