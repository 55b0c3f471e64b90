import { act, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { noteReached, noteUnreachable } from '@/shared/connection';
import { renderAt } from '@/test/render';
import { OfflineStrip } from './OfflineStrip';

afterEach(noteReached);

it.each([
  ['/', "You're offline. Prices still work on this device."],
  ['/booking/create', "You're offline. Your booking is saved."],
  ['/booking/C-7K2M9', "You're offline."],
  ['/terms', "You're offline."],
])('promises on %s only what works there', (path, text) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderAt(<OfflineStrip />, path);
  act(noteUnreachable);
  expect(screen.getByRole('status').textContent).toBe(text);
});

it('does not call somebody offline whose network is there', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  renderAt(<OfflineStrip />, '/terms');
  act(noteUnreachable);
  expect(screen.getByRole('status').textContent).toBe("We can't reach Callout right now.");
});
