// How the mock answers: handlers by the paths of the API's own description, with the answers it promises, so that tsc fails when the API changes.
// Every success is 200; the app asks for no more.
import { delay, type HttpHandler, HttpResponse, http } from 'msw';
import type { components, paths } from '@/api/schema';
import { isPricingFailure } from '@/pricing';

export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'patch';

/** The paths that are described for a method. */
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
type BodyOf<T> = T extends { requestBody?: infer Body } ? JsonOf<Body> : never;
type AnswerOf<T> = T extends { responses: infer All }
  ? JsonOf<All[Extract<keyof All, 200 | 201 | 202>]>
  : never;

interface Call<Body> {
  /** A parameter of the path, or of the query. */
  value: (name: string) => string;
  body: Body;
  request: Request;
}

/** How long every answer takes, milliseconds. */
export const LATENCY = 450;

/** What the mock refuses; answered in the format of the server's problems. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly errors: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** A handler of one operation. A `Response` is for what is not JSON. */
export function route<M extends Method, P extends PathsOf<M>>(
  method: M,
  path: P,
  answer: (
    call: Call<BodyOf<paths[P][M]>>,
  ) => AnswerOf<paths[P][M]> | Response | Promise<AnswerOf<paths[P][M]>>,
): HttpHandler {
  return http[method](`*${path.replace(/\{(\w+)\}/g, ':$1')}`, async ({ request, params }) => {
    await delay(LATENCY);
    const { searchParams } = new URL(request.url);
    const value = (name: string) => String(params[name] ?? searchParams.get(name) ?? '');
    const isJson = request.headers.get('Content-Type')?.startsWith('application/json');
    try {
      const body = (isJson ? await request.json() : undefined) as BodyOf<paths[P][M]>;
      const answered = await answer({ value, body, request });
      return answered instanceof Response ? answered : HttpResponse.json(answered as object);
    } catch (error) {
      return problem(refusalOf(error));
    }
  });
}

/** What the pricing module refuses is a 422, as with the server. */
function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (!isPricingFailure(error)) throw error;
  const { code, message, field } = error;
  return new Refusal(422, code, message, field ? { [field]: message } : {});
}

export function problem({ status, code, message, errors }: Refusal): Response {
  const body: Schemas['Problem'] = {
    type: 'about:blank',
    title: message,
    status,
    code,
    detail: message,
    errors,
  };
  return HttpResponse.json(body, { status, headers: { 'Content-Type': 'application/problem+json' } });
}
