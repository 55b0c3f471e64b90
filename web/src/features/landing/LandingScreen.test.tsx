import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { storedBook } from '@/api/pricingBook';
import { loadPricing, refreshBook } from '@/pricing';
import { fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { Component as LandingScreen } from './LandingScreen';

const BOOK = join(import.meta.dirname, '../../../../pricing-core/data/book.json');

it('shows the example’s price at once, and prices it again when a newer price book arrives', async () => {
  await loadPricing();
  const book = JSON.parse(readFileSync(BOOK, 'utf8'));
  for (const region of book.regions.named) region.factor = 20_000;
  const api = fakeApi({ 'GET /api/pricing/book': () => ({ json: { ...book, version: '2099.1' } }) });

  renderAt(<LandingScreen />);
  expect(screen.getByText('£90–£105')).toBeInTheDocument();
  expect(screen.getByText('£34.13')).toBeInTheDocument();

  await act(refreshBook);
  expect(api.calls).toHaveLength(1);
  expect(storedBook()).toContain('2099.1');
  expect(await screen.findByText('£160–£190')).toBeInTheDocument();
  expect(screen.queryByText('£90–£105')).not.toBeInTheDocument();
});
