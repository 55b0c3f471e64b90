import { beforeEach, expect, it } from 'vitest';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { token } from '@/test/token';
import { forgetDraft, getDrafts, keepDraft, withDraft } from './drafts';

const sam = token({ sub: 'm-1', role: 'master' });
const rates = { callOutGBP: '40', hourlyGBP: '' };

beforeEach(() => startSession(sam));

it('keeps what was typed in storage, until it is saved', () => {
  keepDraft('rates', rates);
  keepDraft('skills', { skills: ['plumber'] });
  expect(localStorage.getItem('callout.pro-drafts')).toContain('"callOutGBP":"40"');
  forgetDraft('rates');
  expect(getDrafts()).toEqual({ skills: { skills: ['plumber'] } });
  forgetDraft('skills');
  expect(localStorage.getItem('callout.pro-drafts')).toBeNull();
});

it('belongs to one pro', () => {
  keepDraft('rates', rates);
  startSession(token({ sub: 'm-2', role: 'master' }));
  expect(getDrafts()).toEqual({});
  expect(localStorage.getItem('callout.pro-drafts')).toBeNull();
});

it('goes at logout, and stays when the session expires', () => {
  keepDraft('rates', rates);
  endSession('expired');
  forgetLostSession();
  startSession(sam);
  expect(getDrafts()).toEqual({ rates });
  endSession('logout');
  startSession(sam);
  expect(getDrafts()).toEqual({});
});

it('is forgotten after 7 days', () => {
  keepDraft('rates', rates);
  const kept = JSON.parse(localStorage.getItem('callout.pro-drafts') ?? '{}');
  const days = (count: number) => JSON.stringify({ ...kept, savedAt: Date.now() - count * 86_400_000 });
  localStorage.setItem('callout.pro-drafts', days(6.9));
  expect(getDrafts()).toEqual({ rates });
  localStorage.setItem('callout.pro-drafts', days(7.1));
  expect(getDrafts()).toEqual({});
});

it('fills a form only with what fits its fields', () => {
  keepDraft('rates', { callOutGBP: '45', hourlyGBP: ['x'], other: 'y' });
  expect(withDraft('rates', { callOutGBP: '40', hourlyGBP: '50' })).toEqual({
    callOutGBP: '45',
    hourlyGBP: '50',
  });
  keepDraft('skills', { skills: 'plumber' });
  expect(withDraft('skills', { skills: ['builder'] })).toEqual({ skills: ['builder'] });
});

it('takes unreadable storage as nothing', () => {
  localStorage.setItem('callout.pro-drafts', '{');
  expect(getDrafts()).toEqual({});
});
