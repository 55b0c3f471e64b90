import { act } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { reloadDraft, updateDraft } from '@/features/new-booking/draft/store';
import { loadPricing } from '@/pricing';
import { renderAt } from '@/test/render';
import { Prefetch } from './Prefetch';

beforeEach(() => reloadDraft());

it('fetches the next step once there is an estimate', async () => {
  const prefetch = vi.fn();
  renderAt(<Prefetch following={{ '/booking/create': { prefetch } }} />, '/booking/create');
  await new Promise((later) => setTimeout(later, 600));
  expect(prefetch).not.toHaveBeenCalled();
  const estimate = (await loadPricing()).estimate({ text: 'leaking tap', postcode: 'SW1' });
  act(() => updateDraft({ estimationResult: estimate as never }));
  await vi.waitFor(() => expect(prefetch).toHaveBeenCalledOnce());
});
