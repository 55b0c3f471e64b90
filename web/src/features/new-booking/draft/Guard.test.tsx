import { act, screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { startSession } from '@/shared/session';
import { token } from '@/test/token';
import { finishedDraft, renderScreen } from '../checkout/testing';
import { resetDraft, updateDraft } from './store';

const KEY = 'callout.draft';
const Screen = () => <p>The step</p>;
const show = () => renderScreen('/booking/payment', Screen);

/** Another tab changes the draft: it writes to storage, and this tab hears of it. */
function inAnotherTab(change: (draft: Record<string, unknown>) => Record<string, unknown>): void {
  const kept = JSON.parse(localStorage.getItem(KEY) ?? '{}');
  localStorage.setItem(KEY, JSON.stringify({ ...kept, draft: change(kept.draft) }));
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: KEY }));
  });
}

const empty = { draftId: '00000000-0000-4000-8000-000000000000', description: '' };

beforeEach(() => finishedDraft());

it('redirects to the step that is missing', async () => {
  updateDraft({ address: undefined });
  show();
  expect(screen.getByTestId('location')).toHaveTextContent('/booking/address');
});

it('says that another tab has booked it, with a link', async () => {
  show();
  expect(screen.getByText('The step')).toBeInTheDocument();
  inAnotherTab(({ draftId }) => ({ ...empty, booked: { draftId, bookingId: 'C-7' } }));
  expect(await screen.findByRole('alert')).toHaveTextContent("You've already booked this: C-7");
  expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/booking/C-7');
});

it('says so on the way back from the confirmation, too', async () => {
  updateDraft({ bookingId: 'C-8' });
  resetDraft();
  show();
  expect(await screen.findByRole('alert')).toHaveTextContent("You've already booked this: C-8");
});

it('says that somebody logged out in another tab', async () => {
  startSession(token());
  show();
  for (const key of ['auth_token', 'auth_role', 'user_email']) localStorage.removeItem(key);
  act(() => {
    window.dispatchEvent(new StorageEvent('storage', { key: 'auth_token' }));
  });
  inAnotherTab(() => empty);
  expect(await screen.findByRole('alert')).toHaveTextContent('You were logged out in another tab');
  expect(screen.getByRole('link', { name: 'Log in' })).toBeInTheDocument();
});

it('says that another tab cleared the time, and leads to it', async () => {
  show();
  inAnotherTab(({ timeSlotId: _, ...draft }) => draft);
  expect(await screen.findByRole('alert')).toHaveTextContent('This booking was changed in another tab');
  expect(screen.getByRole('link', { name: 'Choose a time' })).toHaveAttribute('href', '/booking/time');
});

it('leaves alone what this tab clears on its way to another step', () => {
  show();
  act(() => updateDraft({ timeSlotId: undefined }));
  expect(screen.getByText('The step')).toBeInTheDocument();
});
