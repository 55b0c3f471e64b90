// A person's own data in the demonstration: a copy of it, papers and pictures, and the end of the account.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from './route';
import { ask, newDemo, playUntil } from './testing';
import { bookByCard, bookUntil, guest } from './testingClient';
import { payoutsOf, signInPro, takeJob, withdrawAll } from './testingPro';

beforeEach(newDemo);
afterEach(() => {
  vi.useRealTimers();
});

const withFile = (texts: Record<string, string>, type: string) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  form.set('file', new Blob(['%PDF-1.7'], { type }), 'file');
  return form;
};

it('gives the client a copy of what is known, and forgets it once nothing is open', async () => {
  const token = await guest();
  const { id, booking } = await bookUntil(token, 'in_progress');
  const end = () => ask<{ code: string }>('DELETE /clients/me', { token });
  expect(await end()).toMatchObject({ status: 409, body: { code: 'open_bookings' } });
  await playUntil(async () => (await booking()).status === 'completed');
  const { body: data } = await ask<Schemas['DataExport']>('GET /clients/me/export', { token });
  expect(data.bookings.map((one) => one.booking.id)).toEqual([id]);
  expect(data.bookings[0]?.payments[0]).toMatchObject({ status: 'succeeded', refundedPence: 0 });
  const json = { reason: 'poor_work', text: 'It drips as it did before.' };
  await ask(`POST /bookings/${id}/disputes`, { token, json });
  expect((await end()).status).toBe(409);
  await playUntil(async () => (await booking()).disputes?.[0]?.status === 'decided');
  expect((await end()).status).toBe(204);
  expect((await ask('GET /clients/me', { token })).status).toBe(401);
  expect((await ask(`GET /bookings/${id}`, { token })).status).toBe(404);
});

it('keeps the others when one client goes', async () => {
  const [token, other] = [await guest(), await guest()];
  const { booking } = await bookByCard(other);
  expect((await ask('DELETE /clients/me', { token })).status).toBe(204);
  expect((await booking()).status).toBe('pending');
});

it('gives the pro a copy, and closes the account once all is settled', async () => {
  const token = await signInPro();
  const end = () => ask<{ code: string }>('DELETE /masters/me', { token });
  const id = await takeJob(token, 'card', 'in_progress');
  expect((await end()).body.code).toBe('open_jobs');
  const json = { status: 'completed', cannotPhotograph: 'The pipe is behind the wall.' };
  await ask(`PUT /bookings/${id}`, { token, json });
  const { body: data } = await ask<Schemas['MasterExport']>('GET /masters/me/export', { token });
  expect(data.jobs.map((job) => job.id)).toEqual([id]);
  expect(data.ledger.filter(({ bookingId }) => bookingId === id)).toHaveLength(2);
  expect((await end()).body.code).toBe('balance_not_zero');
  await vi.advanceTimersByTimeAsync(60_000);
  await withdrawAll(token);
  expect((await payoutsOf(token)).availablePence).toBe(0);
  expect((await end()).status).toBe(204);
  expect((await ask(`GET /bookings/${id}`, { token })).status).toBe(404);
});

it('takes papers, which the operator verifies', async () => {
  const token = await signInPro();
  const papers = async () =>
    (await ask<{ items: Schemas['MasterDocument'][] }>('GET /masters/documents', { token })).body.items;
  const upload = () =>
    ask<Schemas['MasterDocument']>('POST /masters/documents', {
      token,
      form: withFile({ kind: 'gas_safe', expiresOn: '2099-01-31' }, 'application/pdf'),
    });
  const before = (await papers()).length;
  await upload();
  const { body: sent } = await upload();
  expect(sent).toMatchObject({ kind: 'gas_safe', status: 'uploaded', expiresOn: '2099-01-31' });
  // The second took the place of the first.
  expect(await papers()).toHaveLength(before + 1);
  expect(sent.fileUrl).toBe(`/api/masters/documents/${sent.id}/file`);
  const found = async () => (await papers()).find(({ id }) => id === sent.id);
  await playUntil(async () => (await found())?.status === 'verified');
  expect((await ask(`DELETE /masters/documents/${sent.id}`, { token })).status).toBe(409);
  const { body: other } = await upload();
  expect((await ask(`DELETE /masters/documents/${other.id}`, { token })).status).toBe(204);
  expect(await papers()).toHaveLength(before + 1);
});

it('keeps a small picture of the pro, and refuses what is none', async () => {
  const token = await signInPro();
  const read = vi.fn(async () => ({ width: 4000, height: 1000 }));
  vi.stubGlobal('createImageBitmap', read);
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const toUrl = vi
    .spyOn(HTMLCanvasElement.prototype, 'toDataURL')
    .mockReturnValue('data:image/webp;base64,AA');
  for (const which of ['avatar', 'logo']) {
    const form = withFile({}, 'image/png');
    expect((await ask(`POST /masters/profile/${which}`, { token, form })).status).toBe(200);
  }
  const { body } = await ask<Schemas['MasterProfile']>('GET /masters/me', { token });
  expect(body).toMatchObject({
    avatarUrl: 'data:image/webp;base64,AA',
    logoUrl: 'data:image/webp;base64,AA',
  });
  const canvas = toUrl.mock.contexts[0] as HTMLCanvasElement;
  expect([canvas.width, canvas.height]).toEqual([256, 64]);
  read.mockRejectedValue(new Error('no picture'));
  const form = withFile({}, 'image/png');
  expect((await ask('POST /masters/profile/avatar', { token, form })).status).toBe(422);
});
