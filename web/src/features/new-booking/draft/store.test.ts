import { beforeEach, describe, expect, it } from 'vitest';
import { endSession, forgetLostSession, startSession } from '@/shared/session';
import { token } from '@/test/token';
import { keepUnsaved } from '../address/unsaved';
import { missingStep } from './Guard';
import { getDraft, reloadDraft, resetDraft, updateDraft } from './store';

const day = 24 * 60 * 60 * 1000;
const address = {
  fullName: 'Ada Brown',
  phone: '+447700900123',
  line1: '1 High Street',
  postcode: 'SW1A 1AA',
};

function kept(): { version: number; savedAt: number; draft: Record<string, unknown> } {
  return JSON.parse(localStorage.getItem('callout.draft') ?? 'null');
}

function rewrite(change: (value: ReturnType<typeof kept>) => void) {
  const value = kept();
  change(value);
  localStorage.setItem('callout.draft', JSON.stringify(value));
  reloadDraft();
}

beforeEach(() => {
  localStorage.clear();
  reloadDraft();
});

describe('the booking draft', () => {
  it('survives a reload', () => {
    updateDraft({ description: 'Tap drips', postcodePrefix: 'SW1' });
    const { draftId } = getDraft();
    reloadDraft();
    expect(getDraft()).toMatchObject({
      draftId,
      description: 'Tap drips',
      postcodePrefix: 'SW1',
      tier: 'STANDARD',
    });
  });

  it('is cleared by logging out, but kept when the session expires', () => {
    startSession(token());
    updateDraft({ description: 'Tap drips', userId: 'ada@example.com', address });
    const { draftId } = getDraft();
    endSession('expired');
    forgetLostSession();
    expect(getDraft()).toMatchObject({ draftId, description: 'Tap drips', address });

    startSession(token());
    keepUnsaved(draftId, { ...address, line1: '2 Mill Lane' } as never);
    endSession('logout');
    expect(getDraft()).toMatchObject({ description: '' });
    expect(getDraft().draftId).not.toBe(draftId);
    expect(JSON.stringify([...Object.values(localStorage), ...Object.values(sessionStorage)])).not.toContain(
      'Ada',
    );
  });

  it('expires after 7 days', () => {
    updateDraft({ description: 'Tap drips' });
    rewrite((value) => {
      value.savedAt -= 6.9 * day;
    });
    expect(getDraft().description).toBe('Tap drips');
    rewrite((value) => {
      value.savedAt -= 0.2 * day;
    });
    expect(getDraft().description).toBe('');
  });

  it('drops only the invalid field', () => {
    updateDraft({ description: 'Tap drips', tier: 'PRIORITY', address });
    rewrite((value) => {
      value.draft.tier = 'GOLD';
      value.draft.address = { fullName: 7 };
    });
    expect(getDraft()).toMatchObject({ description: 'Tap drips', tier: 'STANDARD' });
    expect(getDraft().address).toBeUndefined();
  });

  it('starts empty from unreadable data and from another version', () => {
    for (const text of [
      '{',
      '7',
      'null',
      '{"version":99,"savedAt":9999999999999,"draft":{"description":"x"}}',
    ]) {
      localStorage.setItem('callout.draft', text);
      reloadDraft();
      expect(getDraft().description).toBe('');
    }
  });

  it('keeps the userId on reset and gets a new id', () => {
    updateDraft({ userId: 'ada@example.com', description: 'Tap drips' });
    const before = getDraft().draftId;
    resetDraft();
    expect(getDraft()).toMatchObject({ userId: 'ada@example.com', description: '' });
    expect(getDraft().draftId).not.toBe(before);
  });

  it('names the booking that was made from the draft before, for other tabs', () => {
    updateDraft({ description: 'Tap drips', bookingId: 'C-7K2M9' });
    const { draftId } = getDraft();
    resetDraft();
    reloadDraft();
    expect(getDraft().booked).toEqual({ draftId, bookingId: 'C-7K2M9' });
  });

  it('removes a field set to undefined', () => {
    updateDraft({ timeSlotId: '2026-11-24-1' });
    updateDraft({ timeSlotId: undefined });
    expect('timeSlotId' in kept().draft).toBe(false);
  });

  it('knows which step is missing', () => {
    expect(missingStep(getDraft())).toBe('/booking/estimate');
    updateDraft({ address, timeSlotId: 'EMERGENCY_NOW' });
    expect(missingStep(getDraft())).toBe('/booking/estimate');
  });
});
