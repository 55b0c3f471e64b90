import { Unreachable } from '@/api/problem';
import { randomId } from '@/shared/id';

/**
 * Sends a redemption with an idempotency key: one key for one content, kept when no answer came, so that asking again cannot book twice;
 * dropped when the server answered no, so that asking again is a new attempt.
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
