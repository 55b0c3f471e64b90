import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { isPhotoProblem, PhotoNotSent, sendAhead, sendPhoto, stopSending } from './sendPhoto';
import { getDraft, resetDraft, updateDraft } from './store';

const uploadPhoto = vi.hoisted(() => vi.fn());
vi.mock('@/api/uploads', () => ({ uploadPhoto }));
const readPhoto = vi.hoisted(() => vi.fn());
vi.mock('./photo', () => ({ readPhoto, forgetPhoto: async () => undefined }));

const photo = new Blob(['a photo'], { type: 'image/jpeg' });
const url = '/api/files/u-1';

beforeEach(() => {
  vi.useFakeTimers();
  uploadPhoto.mockReset();
  readPhoto.mockResolvedValue(photo);
  resetDraft();
  updateDraft({ hasPhoto: true });
});
afterEach(() => {
  stopSending();
  vi.useRealTimers();
});

it('waits for what is being sent already, and sends nothing twice', async () => {
  uploadPhoto.mockImplementation(() => new Promise((sent) => setTimeout(() => sent(url), 5000)));
  sendAhead(photo);
  const waiting = sendPhoto();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await waiting).toBe(url);
  expect(await sendPhoto()).toBe(url);
  expect(uploadPhoto).toHaveBeenCalledOnce();
});

it('does not keep anybody from booking whose line is slow, and sends on meanwhile', async () => {
  uploadPhoto.mockImplementation(() => new Promise((sent) => setTimeout(() => sent(url), 60_000)));
  sendAhead(photo);
  const waiting = sendPhoto().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(8000);
  const error = await waiting;
  expect(error).toBeInstanceOf(PhotoNotSent);
  expect(isPhotoProblem(error)).toBe(true);
  await vi.advanceTimersByTimeAsync(52_000);
  expect(getDraft().photoUrl).toBe(url);
});

it('is sent again at the checkout when it could not be sent before', async () => {
  uploadPhoto.mockRejectedValueOnce(new TypeError('no network')).mockResolvedValue(url);
  sendAhead(photo);
  await vi.advanceTimersByTimeAsync(0);
  expect(await sendPhoto()).toBe(url);
});

it('leaves a draft alone whose photo was removed meanwhile', async () => {
  uploadPhoto.mockImplementation(() => new Promise((sent) => setTimeout(() => sent(url), 1000)));
  sendAhead(photo);
  updateDraft({ hasPhoto: false });
  await vi.advanceTimersByTimeAsync(1000);
  expect(getDraft().photoUrl).toBeUndefined();
});
