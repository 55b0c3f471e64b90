import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { PublicReview } from '@/api/reviews';
import { problem } from '@/test/fakeApi';
import { activePro, openArea, REVIEWS, serverOf } from '../testing';

const good: PublicReview = {
  id: 'r-1',
  rating: 5,
  text: 'Neat work',
  created_at: '2026-11-23T23:30:00Z',
};
const poor: PublicReview = { id: 'r-2', rating: 1, text: 'Late', created_at: '2026-06-30T23:30:00Z' };
const REPLY = 'POST /api/masters/reviews/r-1/reply';
const reply = { text: 'Thank you!', created_at: '2026-11-24T09:00:00Z' };

/** Opens the profile of a pro with these reviews. */
function openWith(items: readonly PublicReview[], handlers: Parameters<typeof serverOf>[1] = {}) {
  const api = serverOf(activePro, { [REVIEWS]: () => ({ json: { items } }), ...handlers });
  openArea('/master/profile');
  return api;
}

const reviews = async () => within(await screen.findByRole('region', { name: 'Reviews' }));
const rows = async () => (await reviews()).findAllByRole('listitem');
const field = () => screen.getByLabelText('Your reply');
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));

async function openReply(): Promise<void> {
  await userEvent.click(
    await screen.findByRole('button', { name: 'Reply to the review of Mon 23 Nov 2026' }),
  );
}

it('shows what clients say, with the reply', async () => {
  const api = openWith([{ ...good, reply }, poor]);
  const [first, second] = (await rows()) as [HTMLElement, HTMLElement];
  expect(within(first).getByText('5 stars of 5')).toBeInTheDocument();
  expect(within(first).getByText('Mon 23 Nov 2026')).toBeInTheDocument();
  expect(within(first).getByText('Neat work')).toBeInTheDocument();
  expect(within(first).getByText('Your reply')).toBeInTheDocument();
  expect(within(first).getByText('Thank you!')).toBeInTheDocument();
  expect(within(first).queryByRole('button')).not.toBeInTheDocument();
  expect(within(second).getByText('1 star of 5')).toBeInTheDocument();
  expect(within(second).getByText('Wed 1 Jul 2026')).toBeInTheDocument();
  expect(within(second).getByRole('button', { name: /^Reply/ })).toBeInTheDocument();
  expect(Object.fromEntries(api.of(REVIEWS)[0]?.query ?? [])).toEqual({ sort: 'date', limit: '20' });
});

it('sorts by date or by stars', async () => {
  openWith([], {
    [REVIEWS]: ({ query }) => ({
      json: { items: query.get('sort') === 'rating' ? [good, poor] : [poor, good] },
    }),
  });
  const texts = async () => (await rows()).map((row) => within(row).getByText(/Neat work|Late/).textContent);
  expect(await texts()).toEqual(['Late', 'Neat work']);
  expect(screen.getByRole('radio', { name: 'Newest first' })).toBeChecked();
  await userEvent.click(screen.getByRole('radio', { name: 'Best first' }));
  await waitFor(async () => expect(await texts()).toEqual(['Neat work', 'Late']));
  await userEvent.click(screen.getByRole('radio', { name: 'Newest first' }));
  await waitFor(async () => expect(await texts()).toEqual(['Late', 'Neat work']));
});

it('has nothing to sort by while no stars are shown', async () => {
  openWith([{ id: 'r-3', created_at: good.created_at }]);
  const [row] = (await rows()) as [HTMLElement];
  expect(within(row).getByText('No comment.')).toBeInTheDocument();
  expect((await reviews()).getByText('Stars are shown once you have 3 reviews.')).toBeInTheDocument();
  expect((await reviews()).queryByRole('radio')).not.toBeInTheDocument();
});

it('says so where there are none', async () => {
  openWith([]);
  expect(await screen.findByText('No reviews yet.')).toBeInTheDocument();
  expect((await reviews()).queryByRole('list')).not.toBeInTheDocument();
});

it('shows more of them', async () => {
  const api = openWith([], {
    [REVIEWS]: ({ query }) => ({
      json: query.has('cursor') ? { items: [poor] } : { items: [good], next_cursor: 'after-1' },
    }),
  });
  expect(await rows()).toHaveLength(1);
  await press('Show more');
  await waitFor(async () => expect(await rows()).toHaveLength(2));
  expect(api.of(REVIEWS)[1]?.query.get('cursor')).toBe('after-1');
  expect(screen.queryByRole('button', { name: 'Show more' })).not.toBeInTheDocument();
  expect((await rows())[0]).toHaveFocus();
});

it('keeps what it has when more could not be loaded', async () => {
  const api = openWith([], {
    [REVIEWS]: ({ query }) =>
      query.has('cursor') ? problem(500, 'internal') : { json: { items: [good], next_cursor: 'after-1' } },
  });
  await rows();
  await press('Show more');
  expect(await screen.findByText('Failed to load the reviews')).toBeInTheDocument();
  expect(screen.getByText('Neat work')).toBeInTheDocument();
  api.change(REVIEWS, () => ({ json: { items: [poor] } }));
  await press('Retry');
  expect(await screen.findByText('Late')).toBeInTheDocument();
  expect(screen.getByText('Neat work')).toBeInTheDocument();
});

it('says when they could not be loaded, and tries again', async () => {
  const api = openWith([], { [REVIEWS]: () => problem(500, 'internal') });
  expect(await screen.findByText('Failed to load the reviews')).toBeInTheDocument();
  expect(screen.queryByText('No reviews yet.')).not.toBeInTheDocument();
  api.change(REVIEWS, () => ({ json: { items: [good] } }));
  await press('Retry');
  expect(await screen.findByText('Neat work')).toBeInTheDocument();
});

it('replies in place', async () => {
  const api = openWith([good, poor], { [REPLY]: () => ({ json: { ...good, reply } }) });
  await openReply();
  expect(field()).toHaveFocus();
  expect(field()).toHaveAccessibleDescription(
    /One reply, shown to everybody\. It cannot be changed\..* 500 left$/,
  );
  await userEvent.type(field(), '  Thank you! ');
  expect(screen.getByText('490 left')).toBeInTheDocument();
  await press('Send reply');
  expect(await screen.findByText('Thank you!')).toBeInTheDocument();
  expect((await rows())[0]).toHaveFocus();
  expect(screen.queryByRole('button', { name: 'Send reply' })).not.toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: /^Reply/ })).toHaveLength(1);
  expect(api.of(REPLY).map(({ body }) => body)).toEqual([{ text: 'Thank you!' }]);
  expect(api.of(REPLY)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
});

it('can be left without a reply', async () => {
  openWith([good]);
  await openReply();
  await press('Cancel');
  expect(screen.queryByLabelText('Your reply')).not.toBeInTheDocument();
  expect((await rows())[0]).toHaveFocus();
  expect(screen.getByRole('button', { name: /^Reply/ })).toBeInTheDocument();
});

it('takes 1 to 500 characters, and says at the field what is wrong', async () => {
  const errors = { text: 'Please keep phone numbers out.' };
  const api = openWith([good], { [REPLY]: () => problem(422, 'invalid', { errors }) });
  await openReply();
  await press('Send reply');
  expect(field()).toHaveAccessibleDescription(/Write your reply\./);
  expect(field()).toHaveFocus();
  await userEvent.click(field());
  await userEvent.paste('x'.repeat(501));
  expect(screen.getByText('-1 left')).toBeInTheDocument();
  await press('Send reply');
  expect(field()).toHaveAccessibleDescription(/Please keep it to 500 characters\./);
  expect(api.of(REPLY)).toEqual([]);
  await userEvent.type(field(), '{Backspace}');
  await press('Send reply');
  await waitFor(() => expect(field()).toHaveAccessibleDescription(/Please keep phone numbers out\./));
  expect(field()).toHaveFocus();
});

it('shows the reply that was given elsewhere', async () => {
  const detail = 'You have already replied.';
  const api = openWith([good], { [REPLY]: () => problem(409, 'already_replied', { detail }) });
  await openReply();
  api.change(REVIEWS, () => ({ json: { items: [{ ...good, reply }] } }));
  await userEvent.type(field(), 'Again');
  await press('Send reply');
  expect(await screen.findByText('Thank you!')).toBeInTheDocument();
  expect(screen.queryByLabelText('Your reply')).not.toBeInTheDocument();
});

it('keeps the reply when it could not be sent', async () => {
  openWith([good], { [REPLY]: () => problem(500, 'internal') });
  await openReply();
  await userEvent.type(field(), 'Thank you!');
  await press('Send reply');
  expect(await screen.findByText('Your reply could not be sent. Please try again.')).toBeInTheDocument();
  expect(field()).toHaveValue('Thank you!');
});
