// What the pages that are made with the app are before it has come.
import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { pages } from './prerender';

/** Of each width, as the page shows it. */
function widths(address: string): HTMLElement[] {
  vi.stubEnv('SSR', true);
  document.body.innerHTML = pages().find((page) => page.address === address)?.html ?? '';
  vi.unstubAllEnvs();
  return [...document.body.querySelectorAll<HTMLElement>(':scope > div')];
}

it('has the first step to be read at once, and not to be typed into, on a phone and at a desk', () => {
  const [phone, desk, ...more] = widths('/booking/create').map((width) => within(width));
  expect(more).toEqual([]);
  for (const width of [phone, desk]) {
    expect(width?.getByRole('heading', { level: 1, name: 'What needs fixing?' })).toBeInTheDocument();
    expect(width?.getByRole('textbox', { name: 'Describe the problem' })).toBeDisabled();
    expect(width?.getByRole('textbox', { name: 'Postcode area' })).toBeDisabled();
    expect(width?.getByRole('button', { name: 'Get Instant Estimate' })).toBeDisabled();
  }
  // The slip stands beside the form at a desk alone.
  expect(phone?.queryByText('Your estimate')).not.toBeInTheDocument();
  expect(desk?.getByText('Your estimate')).toBeInTheDocument();
  expect(screen.getByText(/^Loading…/)).toBeInTheDocument();
  const ids = [...document.body.querySelectorAll('[id]')].map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

it('has the landing page once, with its links', () => {
  widths('/');
  expect(screen.getByRole('link', { name: 'Request a Plumber' })).toHaveAttribute('href', '/booking/create');
});
