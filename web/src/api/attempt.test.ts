import { expect, it, vi } from 'vitest';
import { makeAttempts } from './attempt';
import { ApiProblem, Unreachable } from './problem';

const keysOf = (send: ReturnType<typeof vi.fn>) => send.mock.calls.map(([, key]) => key as string);

it('sends the same content with the same key until there is a response', async () => {
  const attempt = makeAttempts();
  const send = vi.fn().mockRejectedValueOnce(new Unreachable('gone')).mockResolvedValueOnce('booked');
  await expect(attempt({ quoteId: 'q-1' }, send)).rejects.toThrow('gone');
  await expect(attempt({ quoteId: 'q-1' }, send)).resolves.toBe('booked');
  expect(new Set(keysOf(send)).size).toBe(1);
});

it('uses a new key for other content, and after a rejection', async () => {
  const attempt = makeAttempts();
  const send = vi.fn().mockRejectedValueOnce(new Unreachable('gone'));
  const refusal = new ApiProblem(409, { code: 'slot_gone' }, new Headers());
  send.mockRejectedValueOnce(refusal).mockResolvedValue('booked');
  await expect(attempt({ quoteId: 'q-1' }, send)).rejects.toThrow();
  await expect(attempt({ quoteId: 'q-2' }, send)).rejects.toBe(refusal);
  await attempt({ quoteId: 'q-2' }, send);
  expect(new Set(keysOf(send)).size).toBe(3);
});
