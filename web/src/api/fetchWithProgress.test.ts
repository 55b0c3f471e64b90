import { expect, it, vi } from 'vitest';
import { fakeApi, problem } from '@/test/fakeApi';
import { fakeXhr } from '@/test/fakeXhr';
import { fetchWithProgress } from './fetchWithProgress';

const address = '/api/masters/documents';
const route = `POST ${address}`;
const init = { method: 'POST', headers: { Authorization: 'Bearer x' }, body: new FormData() };

it('sends like fetch, and tells how far it is', async () => {
  let answer: (answer: { json: unknown }) => void = () => undefined;
  const api = fakeApi({ [route]: () => new Promise((resolve) => (answer = resolve)) });
  const xhr = fakeXhr();
  const onProgress = vi.fn();
  const sending = fetchWithProgress(onProgress)(address, init);
  await vi.waitFor(() => expect(api.calls).toHaveLength(1));
  xhr.progress(3, 4);
  xhr.progress(0, 0);
  expect(onProgress.mock.calls).toEqual([[0.75], [0]]);
  answer({ json: { id: 'd-1' } });
  const response = await sending;
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(await response.json()).toEqual({ id: 'd-1' });
  expect(api.calls[0]?.headers.get('Authorization')).toBe('Bearer x');
  expect(api.calls[0]?.body).toBe(init.body);
});

it('answers with refusals, and with answers that have no body', async () => {
  const api = fakeApi({ [route]: () => problem(422, 'invalid') });
  fakeXhr();
  expect((await fetchWithProgress(vi.fn())(address, init)).status).toBe(422);
  api.change(route, () => ({ status: 204 }));
  expect((await fetchWithProgress(vi.fn())(address, init)).status).toBe(204);
});

it('has as long as it takes while it moves, and is lost once it stands still', async () => {
  vi.useFakeTimers();
  fakeApi({ [route]: () => new Promise(() => undefined) });
  const xhr = fakeXhr();
  const failed = vi.fn();
  const sending = fetchWithProgress(vi.fn())(address, init).catch(failed);
  for (let part = 1; part < 10; part += 1) {
    await vi.advanceTimersByTimeAsync(29_000);
    xhr.progress(part, 10);
  }
  expect(failed).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(30_000);
  await sending;
  expect(failed).toHaveBeenCalledOnce();
  vi.useRealTimers();
});

it('fails like fetch when the network does, and when it is aborted', async () => {
  const api = fakeApi({});
  fakeXhr();
  await expect(fetchWithProgress(vi.fn())(address, init)).rejects.toThrow(TypeError);
  api.change(route, () => new Promise(() => undefined));
  const controller = new AbortController();
  const { signal } = controller;
  const sending = fetchWithProgress(vi.fn())(address, { ...init, signal });
  controller.abort(new Error('too late'));
  await expect(sending).rejects.toThrow('too late');
  await expect(fetchWithProgress(vi.fn())(address, { ...init, signal })).rejects.toThrow('too late');
});
