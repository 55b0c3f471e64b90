// A fake server for component tests: maps 'POST /api/quotes' and the like to an answer, and records every call.
import { vi } from 'vitest';

export interface FakeCall {
  route: string;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  signal: AbortSignal | null;
}

export interface FakeAnswer {
  status?: number;
  json?: unknown;
  /** Instead of `json`: a file, a stream. */
  body?: BodyInit;
  headers?: Record<string, string>;
}

type Handler = (call: FakeCall) => FakeAnswer | Promise<FakeAnswer>;

/** A problem+json response. */
export function problem(status: number, code: string, extra: Record<string, unknown> = {}): FakeAnswer {
  return { status, json: { type: 'about:blank', title: code, status, code, detail: `${code}.`, ...extra } };
}

export function fakeApi(handlers: Record<string, Handler>) {
  const calls: FakeCall[] = [];
  const fetchLike = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input), 'http://127.0.0.1:8080');
    const route = `${init.method ?? 'GET'} ${url.pathname}`;
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : init.body;
    const call = {
      route,
      query: url.searchParams,
      body,
      headers: new Headers(init.headers),
      signal: init.signal ?? null,
    };
    calls.push(call);
    const handler = handlers[route];
    if (!handler) throw new TypeError(`nobody answers ${route}`);
    const { status = 200, json, body: sent = null, headers } = await handler(call);
    return new Response(json === undefined ? sent : JSON.stringify(json), {
      status,
      headers: { 'Content-Type': status < 400 ? 'application/json' : 'application/problem+json', ...headers },
    });
  };
  vi.stubGlobal('fetch', vi.fn(fetchLike));
  return {
    calls,
    of: (route: string) => calls.filter((call) => call.route === route),
    /** Answers this route differently from now on. */
    change: (route: string, handler: Handler) => {
      handlers[route] = handler;
    },
    /** This call fails as if the network were down. */
    cut: (route: string) => {
      delete handlers[route];
    },
  };
}
