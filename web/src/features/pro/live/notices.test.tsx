import { waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { fakeTabs } from '@/test/fakeTabs';
import { activePro, fakeStream, NOTICES, newPro, openArea, STREAM, serverOf, waitingPro } from '../testing';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const JOBS = 'GET /api/bookings';

beforeEach(() => toast.mockClear());

it('tells a pro who is offline that a job was cancelled', async () => {
  const stream = fakeStream();
  const api = serverOf({ ...activePro, isActive: false }, { [NOTICES]: stream.open });
  openArea('/master/bookings');
  await waitFor(() => expect(api.of(NOTICES)).toHaveLength(1));
  expect(api.of(NOTICES)[0]?.headers.get('Authorization')).toMatch(/^Bearer head\./);
  await waitFor(() => expect(api.of(JOBS).length).toBeGreaterThan(0));
  const before = api.of(JOBS).length;
  stream.send('cancelled', { type: 'cancelled', bookingId: 'C-1', seq: 2, at: '2026-11-23T10:05:00+00:00' });
  await waitFor(() => expect(toast).toHaveBeenCalledWith('One of your jobs was cancelled', { tone: 'bad' }));
  await waitFor(() => expect(api.of(JOBS).length).toBeGreaterThan(before));
  expect(api.of(STREAM)).toEqual([]);
});

it('is not needed by a pro who is online', async () => {
  const online = serverOf(activePro);
  openArea('/master');
  await waitFor(() => expect(online.of(STREAM)).toHaveLength(1));
  expect(online.of(NOTICES)).toEqual([]);
});

it.each([
  ['document_verified', newPro, 'We have verified one of your documents', 'good'],
  ['document_rejected', newPro, 'We could not accept one of your documents. Your documents say why.', 'bad'],
  ['document_ends_soon', waitingPro, 'One of your documents ends soon', 'warn'],
  ['document_ended', waitingPro, 'One of your documents has ended. Please upload a newer one.', 'bad'],
] as const)('shows what %s changes, also before activation', async (event, profile, text, tone) => {
  const stream = fakeStream();
  const api = serverOf(profile, { [NOTICES]: stream.open });
  openArea('/master/onboarding/documents');
  await waitFor(() => expect(api.of(NOTICES)).toHaveLength(1));
  await waitFor(() => expect(api.of('GET /api/masters/documents')).toHaveLength(1));
  const before = api.of('GET /api/masters/me').length;
  stream.send(event, { type: event, documentId: 'document-1', seq: 3, at: '2026-11-23T10:05:00+00:00' });
  await waitFor(() => expect(toast).toHaveBeenCalledWith(text, { tone }));
  await waitFor(() => expect(api.of('GET /api/masters/documents')).toHaveLength(2));
  await waitFor(() => expect(api.of('GET /api/masters/me').length).toBeGreaterThan(before));
});

it('has one stream for all tabs', async () => {
  const tabs = fakeTabs();
  const stream = fakeStream();
  const api = serverOf({ ...activePro, isActive: false }, { [NOTICES]: stream.open });
  openArea('/master/bookings');
  openArea('/master/bookings');
  await waitFor(() => expect(api.of(NOTICES)).toHaveLength(1));
  stream.send('cancelled', { type: 'cancelled', bookingId: 'C-1', seq: 2, at: '2026-11-23T10:05:00+00:00' });
  const told = () => toast.mock.calls.filter(([text]) => text === 'One of your jobs was cancelled');
  await waitFor(() => expect(told()).toHaveLength(2));
  expect(api.of(NOTICES)).toHaveLength(1);
  tabs.withoutLocks();
});
