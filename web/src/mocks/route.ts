// How the mock answers: handlers by the paths of the API's own description, with the answers it promises, so that tsc fails when the API changes.
// Every success is 200, or 204 without a body; the app asks for no more.
import { delay, type HttpHandler, HttpResponse, http } from 'msw';
import type { components, paths } from '@/api/schema';
import { readToken } from '@/shared/session/token';
import { changed } from './world';

export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that are described for a method. */
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

type JsonOf<T> = T extends { content: { 'application/json': infer Json } } ? Json : never;
type BodyOf<T> = T extends { requestBody?: infer Body } ? JsonOf<Body> : never;
type Successes<T> = T extends { responses: infer All }
  ? JsonOf<All[Extract<keyof All, 200 | 201 | 202>]>
  : never;
type AnswerOf<T> = [Successes<T>] extends [never] ? undefined : Successes<T>;

export interface Call<Body> {
  /** A parameter of the path, or of the query. */
  value: (name: string) => string;
  body: Body;
  request: Request;
  /** Whoever the bearer token names. */
  caller: string | undefined;
}

/** How long every answer takes, milliseconds. */
export const LATENCY = 450;

/** What the mock refuses; answered in the format of the server's problems. */
export class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly more: object = {},
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
  ) => AnswerOf<paths[P][M]> | Response | Promise<AnswerOf<paths[P][M]> | Response>,
): HttpHandler {
  return http[method](`*${path.replace(/\{(\w+)\}/g, ':$1')}`, async ({ request, params }) => {
    await delay(LATENCY);
    const { searchParams } = new URL(request.url);
    try {
      const answered = await answer({
        value: (name) => String(params[name] ?? searchParams.get(name) ?? ''),
        body: await bodyOf(request),
        request,
        caller: callerOf(request),
      });
      if (method !== 'get') changed();
      if (answered instanceof Response) return answered;
      return answered === undefined
        ? new HttpResponse(null, { status: 204 })
        : HttpResponse.json(answered as object);
    } catch (error) {
      if (error instanceof Refusal) return problem(error);
      throw error;
    }
  });
}

async function bodyOf<Body>(request: Request): Promise<Body> {
  const isJson = request.headers.get('Content-Type')?.startsWith('application/json');
  return isJson ? request.clone().json() : (undefined as Body);
}

export function callerOf(request: Request): string | undefined {
  const token = request.headers.get('Authorization')?.replace('Bearer ', '');
  return token ? readToken(token)?.id : undefined;
}

export function problem({ status, code, message, more }: Refusal): Response {
  const body: Schemas['Problem'] = {
    type: 'about:blank',
    title: message,
    status,
    code,
    detail: message,
    ...more,
  };
  return HttpResponse.json(body, { status, headers: { 'Content-Type': 'application/problem+json' } });
}

/** 401 unless somebody calls. */
export function named(caller: string | undefined): string {
  if (!caller) throw new Refusal(401, 'unauthorised', 'Please sign in.');
  return caller;
}

export const notFound = (what: string) => new Refusal(404, 'not_found', `${what} not found.`);
