// Asks the server directly and writes into a browser's storage: what sets the scene for a journey without walking there.
import { expect, type Page } from '@playwright/test';
import type { Server } from './server';

interface What {
  body?: object;
  /** Whoever asks. */
  token?: string;
}

/** The answer to a request that must succeed. */
export async function ask<Answer>(
  server: Server,
  method: string,
  path: string,
  { body, token }: What = {},
): Promise<Answer> {
  const isForm = body instanceof FormData;
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: {
      ...(token && { Authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const text = await answer.text();
  expect(answer.ok, `${method} ${path}: ${answer.status} ${text}`).toBe(true);
  return (text ? JSON.parse(text) : undefined) as Answer;
}

/** Leaves this in the browser's storage, before the app reads it. */
export async function keep(page: Page, server: Server, entries: Record<string, string>): Promise<void> {
  await page.goto(`${server.url}/healthz`);
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value);
  }, entries);
}
