import { beforeEach, expect, it } from 'vitest';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { token } from '@/test/token';
import { forgetDraft, getDrafts, keepDraft, withDraft } from './drafts';

const sam = token({ sub: 'm-1', role: 'master' });
const company = { name: '40', number: '' };

beforeEach(() => startSession(sam));

it('keeps what was typed in storage, until it is saved', () => {
  keepDraft('company', company);
  keepDraft('skills', { skills: ['plumber'] });
  expect(localStorage.getItem('callout.pro-drafts')).toContain('"name":"40"');
  forgetDraft('company');
  expect(getDrafts()).toEqual({ skills: { skills: ['plumber'] } });
  forgetDraft('skills');
  expect(localStorage.getItem('callout.pro-drafts')).toBeNull();
});

it('belongs to one pro', () => {
  keepDraft('company', company);
  startSession(token({ sub: 'm-2', role: 'master' }));
  expect(getDrafts()).toEqual({});
  expect(localStorage.getItem('callout.pro-drafts')).toBeNull();
});

it('goes at logout, and stays when the session expires', () => {
  keepDraft('company', company);
  endSession('expired');
  forgetLostSession();
  startSession(sam);
  expect(getDrafts()).toEqual({ company });
  endSession('logout');
  startSession(sam);
  expect(getDrafts()).toEqual({});
});

it('is forgotten after 7 days', () => {
  keepDraft('company', company);
  const kept = JSON.parse(localStorage.getItem('callout.pro-drafts') ?? '{}');
  const days = (count: number) => JSON.stringify({ ...kept, savedAt: Date.now() - count * 86_400_000 });
  localStorage.setItem('callout.pro-drafts', days(6.9));
  expect(getDrafts()).toEqual({ company });
  localStorage.setItem('callout.pro-drafts', days(7.1));
  expect(getDrafts()).toEqual({});
});

it('fills a form only with what fits its fields', () => {
  keepDraft('company', { name: '45', number: ['x'], other: 'y' });
  expect(withDraft('company', { name: '40', number: '50' })).toEqual({
    name: '45',
    number: '50',
  });
  keepDraft('skills', { skills: 'plumber' });
  expect(withDraft('skills', { skills: ['builder'] })).toEqual({ skills: ['builder'] });
});

it('takes unreadable storage as nothing', () => {
  localStorage.setItem('callout.pro-drafts', '{');
  expect(getDrafts()).toEqual({});
});
