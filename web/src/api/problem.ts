// How a call can fail: the server answered with an error (ApiProblem) or did not answer (Unreachable).

interface ProblemBody {
  title?: string;
  detail?: string;
  code?: string;
  errors?: Record<string, string>;
  [extra: string]: unknown;
}

/** An RFC 9457 problem response. `detail` is the text for people; `code` is for the program, such as 'price_changed'. */
export class ApiProblem extends Error {
  override readonly name = 'ApiProblem';
  readonly status: number;
  readonly code: string;
  readonly detail: string;
  /** For 422: the message for each invalid field. */
  readonly errors: Record<string, string>;
  readonly requestId: string | null;
  /** Seconds to wait, from the Retry-After header. */
  readonly retryAfter: number | null;
  /** The whole body: some codes carry more fields, such as `quote` or `bookingId`. */
  readonly body: ProblemBody;

  constructor(status: number, body: ProblemBody, headers: Headers) {
    const detail = body.detail ?? body.title ?? 'Something went wrong.';
    super(detail);
    this.status = status;
    this.code = body.code ?? 'unexpected';
    this.detail = detail;
    this.errors = body.errors ?? {};
    this.requestId = headers.get('X-Request-Id');
    const wait = Number(headers.get('Retry-After'));
    this.retryAfter = wait > 0 ? wait : null;
    this.body = body;
  }

  /** An error of the server itself, worth showing a reference for. */
  get unexpected(): boolean {
    return this.status >= 500;
  }
}

/** No response at all: no network, server down, or timed out. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable';
}

export function isUnreachable(error: unknown): error is Unreachable {
  return error instanceof Unreachable;
}

/** The server rejected the request and would do so again, so neither waiting nor retrying helps. */
export function isRefusal(error: unknown): error is ApiProblem {
  return error instanceof ApiProblem && [401, 403, 404, 410].includes(error.status);
}

/** How long a busy server asks to wait before the next try; 0 for any other error. */
export function millisecondsToWait(error: unknown): number {
  return error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1000 : 0;
}

export function hasCode(error: unknown, code: string): error is ApiProblem {
  return error instanceof ApiProblem && error.code === code;
}

/** What the server says of each field that it refuses. */
export function refusedFields(error: unknown): Readonly<Record<string, string>> {
  return error instanceof ApiProblem ? error.errors : {};
}

/** The text to show: the server's own, or `fallback` with the request's reference if the server itself failed. */
export function problemText(error: unknown, fallback: string): string {
  if (!(error instanceof ApiProblem)) return fallback;
  if (!error.unexpected) return error.detail;
  return error.requestId ? `${fallback} Reference: ${error.requestId}` : fallback;
}
