// Every call to the server goes through here: JSON under /api, the bearer token, a timeout, typed errors, and noting whether the server can
// be reached.
import { anySignal } from '@/shared/anySignal';
import { noteReached, noteUnreachable } from '@/shared/connection';
import { withQuery } from '@/shared/paths';
import { bearerToken, noteRefused, noteServerTime } from '@/shared/session';
import { ApiProblem, Unreachable } from './problem';

export interface CallOptions {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  query?: Record<string, string | number | boolean | undefined>;
  json?: unknown;
  form?: FormData;
  headers?: Record<string, string>;
  idempotencyKey?: string;
  /** 'client' by default: a pro's token is not accepted by client endpoints, so it is left out. 'person' sends it, 'nobody' sends no token. */
  as?: 'client' | 'person' | 'nobody';
  /** Milliseconds before the call counts as failed; 15 s by default. */
  timeout?: number;
  /** Lets the request finish after the page is left. */
  keepalive?: boolean;
  signal?: AbortSignal | undefined;
  /** Instead of the browser's `fetch`: for uploads that show their progress (api/fetchWithProgress). */
  fetcher?: (address: string, init: RequestInit) => Promise<Response>;
}

/** Fetches `/api${path}` and returns the response whatever its status; throws Unreachable if the network failed. */
export async function send(path: string, options: CallOptions = {}): Promise<Response> {
  const {
    method = 'GET',
    query = {},
    json,
    form,
    headers = {},
    idempotencyKey,
    as = 'client',
    timeout = 15_000,
    keepalive = false,
    signal,
    fetcher = fetch,
  } = options;
  const token = as === 'nobody' ? null : bearerToken(as);
  const limit = AbortSignal.timeout(timeout);
  const sent: Record<string, string> = { Accept: 'application/json', ...headers };
  if (token) sent.Authorization = `Bearer ${token}`;
  if (json !== undefined) sent['Content-Type'] = 'application/json';
  if (idempotencyKey) sent['Idempotency-Key'] = idempotencyKey;
  // Made before `try`: a mistake in here is no failed connection.
  const address = withQuery(`/api${path}`, query);
  const init: RequestInit = {
    method,
    headers: sent,
    body: json !== undefined ? JSON.stringify(json) : (form ?? null),
    keepalive,
    signal: signal ? anySignal([signal, limit]) : limit,
  };
  const response = await reaching(() => fetcher(address, init), signal);
  noteReached();
  noteServerTime(response.headers.get('Date'));
  if (token && response.status === 401 && !isByLink(path, query)) await noteRefusal(response.clone(), token);
  return response;
}

/** Throws Unreachable if the network fails `act`. When the caller aborted (a screen closed), that is no network failure. */
async function reaching<Answer>(act: () => Promise<Answer>, signal?: AbortSignal): Promise<Answer> {
  try {
    return await act();
  } catch (cause) {
    if (signal?.aborted) throw cause;
    noteUnreachable();
    throw new Unreachable('The server could not be reached.', { cause });
  }
}

/** Whether the call is authorised by a link or a secret: a 401 then says nothing about who is signed in. */
function isByLink(path: string, query: NonNullable<CallOptions['query']>): boolean {
  const secrets = ['token', 'share', 'client_secret'];
  return secrets.some((name) => query[name] !== undefined) || /^\/(b|bookings\/guest|public)\//.test(path);
}

/** A wrong code or password is a 401 as well, but with a code of its own. */
async function noteRefusal(response: Response, token: string): Promise<void> {
  const problem = await problemOf(response);
  if (problem.code === 'unauthorised') noteRefused(token);
}

/** The JSON body of a successful call; throws an ApiProblem for any other response. A body that breaks off half-way is as good as no answer. */
export async function call<Answer>(path: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(path, options);
  if (!response.ok) throw await problemOf(response, options.signal);
  if (response.status === 204) return undefined as Answer;
  return await reaching(() => response.json() as Promise<Answer>, options.signal);
}

export async function problemOf(response: Response, signal?: AbortSignal): Promise<ApiProblem> {
  const text = await reaching(() => response.text(), signal);
  const body = parsed(text);
  return new ApiProblem(
    response.status,
    typeof body === 'object' && body !== null ? { ...body } : {},
    response.headers,
  );
}

/** Null for an error page that is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
