import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { getSession } from '@/shared/session';
import { problem } from '@/test/fakeApi';
import { fakeXhr } from '@/test/fakeXhr';
import {
  activePro,
  BADGES,
  fieldsOf,
  newPro,
  openArea,
  PUBLIC_PROFILE,
  publicPro,
  serverOf,
  waitingPro,
} from '../testing';

const AVATAR = 'POST /api/masters/profile/avatar';
const photo = new File(['x'], 'me.jpg', { type: 'image/jpeg' });

let xhr: ReturnType<typeof fakeXhr>;
beforeEach(() => {
  xhr = fakeXhr();
});

const you = () => screen.findByRole('region', { name: 'You' });
const avatar = async () => (await you()).querySelector('img')?.getAttribute('src');

it('shows who the pro is, and leads to each form', async () => {
  serverOf(activePro);
  openArea('/master/profile');
  const card = within(await you());
  expect(card.getByRole('heading', { name: 'Sam Okafor' })).toBeInTheDocument();
  expect(card.getByText('Verified')).toBeInTheDocument();
  expect(within(card.getByRole('list', { name: 'Skills' })).getAllByRole('listitem')).toHaveLength(2);
  expect(card.getByText('10 miles around E2 8AA')).toBeInTheDocument();
  expect(card.getByText('Online')).toBeInTheDocument();
  expect(screen.getAllByRole('link', { name: /^Edit/ }).map((link) => link.getAttribute('href'))).toEqual(
    ['basics', 'area', 'skills', 'documents'].map((step) => `/master/onboarding/${step}`),
  );
  expect(screen.queryByRole('heading', { name: 'Company' })).not.toBeInTheDocument();
});

it('shows four skills and counts the others', async () => {
  const many = ['plumber', 'electrician', 'handyman', 'builder', 'plumber', 'builder'];
  serverOf({ ...activePro, skills: many as never });
  openArea('/master/profile');
  const list = within(await you()).getByRole('list', { name: 'Skills' });
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Plumber', 'Electrician', 'Handyman', 'Builder', '+2']);
});

it('shows what was earned beside the name, and leads to every badge', async () => {
  const badge = (icon: string, title: string, earned: boolean) => ({ icon, title, description: '', earned });
  const items = [
    badge('verified', 'Verified', true),
    badge('insured', 'Insured', false),
    badge('first_job', 'First job', true),
  ];
  serverOf(activePro, { [BADGES]: () => ({ json: { items } }) });
  openArea('/master/profile');
  const list = within(await you()).getByRole('list', { name: 'Badges' });
  await within(list).findByText('First job');
  expect(
    within(list)
      .getAllByRole('listitem')
      .map((item) => item.textContent),
  ).toEqual(['Verified', 'First job']);
  await userEvent.click(screen.getByRole('link', { name: 'Your badges' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Your Badges' })).toBeInTheDocument();
});

it('shows rating and jobs done, and leads to the public page', async () => {
  const api = serverOf(activePro);
  const { unmount } = openArea('/master/profile');
  const card = within(await you());
  expect(await card.findByText('4.9 from 27 reviews')).toBeInTheDocument();
  expect(card.getByText('212')).toBeInTheDocument();
  expect(card.getByRole('link', { name: 'See your public page' })).toHaveAttribute('href', '/pros/m-1');
  unmount();
  const { rating: _, ...unrated } = publicPro;
  api.change(PUBLIC_PROFILE, () => ({ json: { ...unrated, reviewCount: 1, jobsDone: 0 } }));
  openArea('/master/profile');
  expect(await screen.findByText('Shown from 3 reviews on (1 so far)')).toBeInTheDocument();
  expect(within(await you()).getByText('0')).toBeInTheDocument();
});

it('calls nobody verified who still waits', async () => {
  serverOf(waitingPro);
  openArea('/master/profile');
  expect(within(await you()).queryByText('Verified')).not.toBeInTheDocument();
});

it('shows a photo as soon as it is chosen, and keeps the server’s', async () => {
  let answer: (answer: { json: unknown }) => void = () => undefined;
  const api = serverOf(activePro, { [AVATAR]: () => new Promise((resolve) => (answer = resolve)) });
  openArea('/master/profile');
  expect(await avatar()).toBeUndefined();
  await userEvent.upload(await screen.findByLabelText('File: Photo'), photo);
  await waitFor(async () => expect(await avatar()).toMatch(/^blob:/));
  xhr.progress(1, 2);
  expect(await screen.findByText('50% sent')).toBeInTheDocument();
  answer({ json: { ...activePro, avatarUrl: '/api/masters/pictures/p-1' } });
  await waitFor(async () => expect(await avatar()).toBe('/api/masters/pictures/p-1'));
  expect(fieldsOf(api.of(AVATAR)[0])).toEqual({ file: expect.any(File) });
});

it('keeps the old photo when the new one cannot be used', async () => {
  const api = serverOf({ ...activePro, avatarUrl: '/api/masters/pictures/p-1' });
  openArea('/master/profile');
  await userEvent.upload(
    await screen.findByLabelText('File: Photo'),
    new File(['x'], 'x.pdf', { type: 'application/pdf' }),
    { applyAccept: false },
  );
  expect(await screen.findByText('Choose a JPEG, PNG or WebP photo.')).toBeInTheDocument();
  expect(await avatar()).toBe('/api/masters/pictures/p-1');
  expect(api.of(AVATAR)).toEqual([]);
});

it('has a company’s details and logo for company accounts', async () => {
  const firm = { ...activePro, accountType: 'company' as const };
  const COMPANY = 'PUT /api/masters/profile/company';
  const api = serverOf(firm, {
    [COMPANY]: ({ body }) => ({ json: { ...firm, company: body } }),
  });
  openArea('/master/profile');
  expect(await screen.findByText('Add your company’s name')).toBeInTheDocument();
  expect(screen.getByLabelText('File: Logo')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Edit Company' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Company name is required.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Company name'), 'Okafor & Daughters');
  await userEvent.type(screen.getByLabelText('Company number (optional)'), '01234567');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Okafor & Daughters')).toBeInTheDocument();
  expect(screen.getByText('01234567')).toBeInTheDocument();
  expect(api.of(COMPANY)[0]?.body).toEqual({ name: 'Okafor & Daughters', number: '01234567' });
});

it('has no company page for a sole trader, and none of it before activation', async () => {
  const api = serverOf(activePro);
  const { unmount } = openArea('/master/profile/company');
  expect(await screen.findByRole('heading', { name: 'Profile' })).toBeInTheDocument();
  unmount();
  api.change('GET /api/masters/me', () => ({ json: newPro }));
  openArea('/master/profile');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
});

it('logs out', async () => {
  serverOf(activePro, { 'POST /api/logout': () => ({ status: 204 }) });
  openArea('/master/profile');
  await you();
  await userEvent.click(screen.getByRole('button', { name: 'Log out' }));
  expect(getSession()).toBeNull();
});

it('deletes the account, but not while a job is open', async () => {
  const LEAVE = 'DELETE /api/masters/me';
  const detail = 'You have a job that is not done.';
  const api = serverOf(activePro, { [LEAVE]: () => problem(409, 'open_jobs', { detail }) });
  openArea('/master/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Delete my account' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
  expect(await dialog.findByText(detail)).toBeInTheDocument();
  expect(getSession()).not.toBeNull();
  api.change(LEAVE, () => ({ status: 204 }));
  await userEvent.click(dialog.getByRole('button', { name: 'Delete my account' }));
  await waitFor(() => expect(getSession()).toBeNull());
  expect(screen.getByTestId('location')).toHaveTextContent('/');
});

it('downloads everything that is known', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  serverOf(activePro, { 'GET /api/masters/me/export': () => ({ json: { profile: {} } }) });
  openArea('/master/profile');
  await userEvent.click(await screen.findByRole('button', { name: 'Download my data' }));
  await waitFor(() => expect(saved).toEqual(['callout-my-data.json']));
  vi.restoreAllMocks();
});
