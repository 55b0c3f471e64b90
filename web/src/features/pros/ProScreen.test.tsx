import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { expect, it } from 'vitest';
import type { PublicReview } from '@/api/reviews';
import type { PublicMaster } from '@/api/types';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { Component } from './ProScreen';

const PROFILE = 'GET /api/masters/m-1/profile';
const BADGES = 'GET /api/masters/m-1/badges';
const REVIEWS = 'GET /api/masters/m-1/reviews';

const pro: PublicMaster = {
  masterId: 'm-1',
  name: 'Sam O.',
  companyName: 'Okafor & Daughters',
  avatarUrl: '/api/masters/pictures/face',
  logoUrl: '/api/masters/pictures/logo',
  skills: ['plumber', 'handyman'],
  verified: true,
  insured: true,
  rating: 4.9,
  reviewCount: 27,
  jobsDone: 212,
  memberSince: '2026-11-01',
};
const good: PublicReview = {
  id: 'r-1',
  rating: 5,
  text: 'Neat work',
  created_at: '2026-11-23T12:00:00Z',
  reply: { text: 'Thank you!', created_at: '2026-11-24T12:00:00Z' },
};
const poor: PublicReview = { id: 'r-2', rating: 2, text: 'Late', created_at: '2026-11-24T12:00:00Z' };

function open(handlers: Parameters<typeof fakeApi>[0] = {}) {
  const api = fakeApi({
    [PROFILE]: () => ({ json: pro }),
    [BADGES]: () => ({ json: { items: [] } }),
    [REVIEWS]: ({ query }) => ({
      json: { items: query.get('sort') === 'rating' ? [good, poor] : [poor, good] },
    }),
    ...handlers,
  });
  renderAt(
    <Routes>
      <Route path="/" element={<p>The start</p>} />
      <Route path="/pros/:id" element={<Component />} />
    </Routes>,
    '/pros/m-1',
  );
  return api;
}

it('shows who the pro is, the company, and what was done', async () => {
  const api = open();
  const card = within(await screen.findByRole('region', { name: 'The pro' }));
  expect(screen.getByRole('heading', { level: 1, name: 'Sam O.' })).toBeInTheDocument();
  expect(card.getByText('Plumber, Handyman')).toBeInTheDocument();
  expect(card.getByText('Okafor & Daughters')).toBeInTheDocument();
  const pictures = [...document.querySelectorAll('img')].map((image) => image.getAttribute('src'));
  expect(pictures).toEqual([pro.avatarUrl, pro.logoUrl]);
  for (const text of ['4.9 of 5', '27 reviews', '212', 'Nov 2026'])
    expect(screen.getByText(text)).toBeInTheDocument();
  // Whoever looks: nothing of them is sent.
  expect(api.of(PROFILE)[0]?.headers.get('Authorization')).toBeNull();
});

it('shows the badges that were earned', async () => {
  const badge = (icon: string, title: string, earned: boolean) => ({ icon, title, description: '', earned });
  const items = [badge('verified', 'Verified', true), badge('fifty_jobs', 'Fifty jobs', false)];
  open({ [BADGES]: () => ({ json: { items } }) });
  const badges = within(await screen.findByRole('list', { name: 'Badges' }));
  expect(await badges.findByText('Verified')).toBeInTheDocument();
  expect(badges.getAllByRole('listitem')).toHaveLength(1);
});

it('sorts the reviews, and shows the reply', async () => {
  open();
  const texts = async () =>
    (await screen.findAllByText(/^(Neat work|Late)$/)).map(({ textContent }) => textContent);
  expect(await texts()).toEqual(['Late', 'Neat work']);
  expect(screen.getByText('Reply by Sam O.')).toBeInTheDocument();
  expect(screen.getByText('Thank you!')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: /^Reply/ })).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('radio', { name: 'Best first' }));
  await expect.poll(texts).toEqual(['Neat work', 'Late']);
});

it('says of a new pro that there are no stars yet', async () => {
  const { rating: _, companyName: __, logoUrl: ___, ...rest } = pro;
  const { rating: ____, ...unrated } = poor;
  open({
    [PROFILE]: () => ({ json: { ...rest, reviewCount: 1, jobsDone: 0 } }),
    [REVIEWS]: () => ({ json: { items: [unrated] } }),
  });
  expect(await screen.findByText('New')).toBeInTheDocument();
  expect(screen.getByText('1 review')).toBeInTheDocument();
  expect(screen.queryByText(/^Works as/)).not.toBeInTheDocument();
  expect(await screen.findByText('Stars are shown once there are 3 reviews.')).toBeInTheDocument();
});

it('says that there is no such pro, and leads to the start', async () => {
  open({ [PROFILE]: () => problem(404, 'not_found') });
  expect(await screen.findByRole('heading', { level: 1, name: 'Pro not found' })).toBeInTheDocument();
  expect(screen.getByText('There is no such pro')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'To the start' }));
  expect(screen.getByText('The start')).toBeInTheDocument();
});

it('tries again when it could not be loaded', async () => {
  const api = open({ [PROFILE]: () => problem(500, 'internal') });
  expect(await screen.findByText('Failed to load this profile')).toBeInTheDocument();
  api.change(PROFILE, () => ({ json: pro }));
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('region', { name: 'The pro' })).toBeInTheDocument();
});

it('goes back to the start for whoever came by a link', async () => {
  open();
  await userEvent.click(screen.getByRole('button', { name: 'Back' }));
  expect(screen.getByText('The start')).toBeInTheDocument();
});
