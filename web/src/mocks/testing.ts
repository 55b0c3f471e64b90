// For the tests of the mock: calls as the app makes them, with time under the test's control.
import { getResponse } from 'msw';
import { vi } from 'vitest';
import { handlers } from './handlers';
import { pricing } from './prices';
import { LATENCY } from './route';
import { play } from './script';
import { forgetWorld } from './world';

/** When the tests' demonstrations begin: at midday and far from a month's end, so that no test runs into another day or month. */
const START = new Date('2026-11-24T12:00:00Z');

/** A new demonstration, whose time only the test moves. */
export async function newDemo(): Promise<void> {
  // Its code is fetched in real time.
  await pricing();
  vi.useFakeTimers({ now: START });
  forgetWorld();
}

export interface Asked {
  token?: string;
  json?: object;
  form?: FormData;
}

/** The answer of a call; undefined as long as there is none. */
export function send(call: string, { token, json, form }: Asked = {}): Promise<Response | undefined> {
  const [method, path] = call.split(' ');
  const headers = new Headers(token ? { Authorization: `Bearer ${token}` } : {});
  if (json) headers.set('Content-Type', 'application/json');
  const body = json ? JSON.stringify(json) : form;
  return getResponse(handlers, new Request(`http://127.0.0.1:8080/api${path}`, { method, headers, body }));
}

/** The status and the body of a call, once the latency is over. */
export async function ask<Body>(call: string, asked: Asked = {}): Promise<{ status: number; body: Body }> {
  const answered = send(call, asked);
  await vi.advanceTimersByTimeAsync(LATENCY);
  const response = await answered;
  const text = (await response?.text()) ?? '';
  return { status: response?.status ?? 0, body: text === '' ? undefined : JSON.parse(text) };
}

/** Lets the script play until `isDone`, for a minute at most. */
export async function playUntil(isDone: () => Promise<boolean>): Promise<void> {
  const stop = play();
  try {
    for (let seconds = 0; seconds < 60; seconds += 1) {
      if (await isDone()) return;
      await vi.advanceTimersByTimeAsync(1000);
    }
    throw new Error('The script did not get there within a minute.');
  } finally {
    stop();
  }
}
