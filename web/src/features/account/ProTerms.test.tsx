// What /master/register says before anybody joins.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { loadPricing } from '@/pricing';
import { MasterRegister } from './MasterRegisterScreen';
import { renderScreen } from './testing';

it('says the fee by the price book, pay day and who makes prices, beside the form', async () => {
  await loadPricing();
  renderScreen('/master/register', MasterRegister);
  const terms = within(screen.getByRole('region', { name: 'Before you join' }));
  expect(terms.getAllByRole('heading', { level: 3 }).map((heading) => heading.textContent)).toEqual([
    'The fee',
    'Pay day',
    'Prices',
  ]);
  expect(await terms.findByText(/We keep 15% of the price.* Of £100 you get £85\./)).toBeInTheDocument();
  expect(terms.getByText(/^Every Friday, to your bank\./)).toBeInTheDocument();
  expect(terms.getByText(/you see it, and what you get, before you accept\./)).toBeInTheDocument();
  expect(terms.getByRole('link', { name: 'terms' })).toHaveAttribute('href', '/terms');
  expect(screen.getByRole('button', { name: 'Create account' })).toBeInTheDocument();
});
