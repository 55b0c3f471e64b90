import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { token } from '@/test/token';
import { forgetAnswer, keepAnswer, keptAnswer } from './keptAnswers';
import { personHere } from './ofPerson';
import { endSession, startSession } from './session';
import { KEPT_ANSWERS } from './storage';

const HOUR = 60 * 60 * 1000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-23T10:00:00Z') });
  startSession(token({ sub: 'm-1', role: 'master' }));
});
afterEach(() => {
  endSession('logout');
  vi.useRealTimers();
});

const keep = (key: string, answer: unknown, hours = 1) =>
  keepAnswer(personHere(), { key, answer, until: Date.now() + hours * HOUR });

it('keeps the latest answer to each question until its time is over, in storage, too', () => {
  keep('job', { status: 'assigned' });
  keep('job', { status: 'en_route' });
  keep('list', [1], 2);
  expect(keptAnswer('job')).toMatchObject({ answer: { status: 'en_route' }, seenAt: Date.now() });
  vi.setSystemTime(Date.now() + HOUR);
  expect(keptAnswer('job')).toBeUndefined();
  expect(keptAnswer('list')?.answer).toEqual([1]);
  keep('another', 1);
  expect(localStorage.getItem(KEPT_ANSWERS)).not.toContain('en_route');
});

it('forgets what the server no longer shows, and all of it with a refused session', () => {
  keep('one', 1);
  keep('two', 2);
  forgetAnswer('one');
  expect(keptAnswer('one')).toBeUndefined();
  endSession('refused');
  expect(localStorage.getItem(KEPT_ANSWERS)).toBeNull();
});

it('does not keep an answer that comes after its person has left', () => {
  const asked = personHere();
  startSession(token({ sub: 'm-2', role: 'master' }));
  keepAnswer(asked, { key: 'one', answer: 1, until: Date.now() + HOUR });
  expect(keptAnswer('one')).toBeUndefined();
});

it('leaves room for what waits: the oldest go', () => {
  for (const key of ['one', 'two', 'three']) keep(key, 'x'.repeat(400_000));
  expect(['one', 'two', 'three'].map((key) => keptAnswer(key) !== undefined)).toEqual([false, true, true]);
});
