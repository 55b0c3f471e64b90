// The start code on the client's pages, and how the work began and ended.
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Booking, WorkShown as Work } from '@/api/types';
import { startSession } from '@/shared/session';
import { type FakeAnswer, fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { token } from '@/test/token';
import { booking } from '../testing';
import { StartCode } from './StartCode';
import { WorkShown } from './WorkShown';

const RENEW = 'POST /api/bookings/C-1/start-code';
const assigned: Booking = { ...booking, status: 'assigned', start_code: '0042' };
const owner = { id: 'C-1', guestToken: undefined, shareToken: undefined, intent: undefined };

beforeEach(() => startSession(token()));

function open(shown: Booking, answer: () => FakeAnswer = () => ({ json: assigned })) {
  const api = fakeApi({ [RENEW]: answer });
  const page = renderAt(<StartCode booking={shown} bookingRef={owner} />, '/');
  return { api, ...page };
}

it('shows the code large, and has its digits read one by one', () => {
  open(assigned);
  const code = within(screen.getByRole('region', { name: 'Start code' }));
  expect(code.getByText('0042')).toHaveAttribute('aria-hidden', 'true');
  expect(code.getByText('0 0 4 2')).toHaveClass('sr-only');
  expect(code.getByText(/^Show this code to your pro when they arrive\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'New code' })).not.toBeInTheDocument();
});

it('shows nothing where there is no code', () => {
  open(booking);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
});

it('makes a new one, once asked, where it is locked', async () => {
  const { api } = open({ ...assigned, start_code_locked: true });
  expect(screen.queryByText('0042')).not.toBeInTheDocument();
  expect(screen.getByRole('status')).toHaveTextContent(/typed wrong too often/);
  await userEvent.click(screen.getByRole('button', { name: 'New code' }));
  expect(api.of(RENEW)).toHaveLength(0);
  await userEvent.click(screen.getByRole('button', { name: 'Make a new code' }));
  expect(api.of(RENEW)).toHaveLength(1);
});

it('says why there is no new one', async () => {
  open({ ...assigned, start_code_locked: true }, () =>
    problem(409, 'illegal_transition', { detail: 'The booking is in progress.' }),
  );
  await userEvent.click(screen.getByRole('button', { name: 'New code' }));
  await userEvent.click(screen.getByRole('button', { name: 'Make a new code' }));
  expect(await screen.findByText('The booking is in progress.')).toBeInTheDocument();
});

it('shows photos of the finished work, and what was begun without the code', async () => {
  const file = () => ({ body: new Blob(['x']), headers: { 'Content-Type': 'image/jpeg' } });
  fakeApi({ 'GET /api/files/1': file, 'GET /api/files/2': file });
  const work: Work = {
    started_without_code: { reason: 'Nobody opens', photo_url: '/api/files/1' },
    completion_photos: ['/api/files/2'],
  };
  renderAt(<WorkShown work={work} />, '/');
  expect(screen.getByText('“Nobody opens”')).toBeInTheDocument();
  for (const name of ["Your pro's view of the door", 'The finished work, photo 1 of 1'])
    expect(await screen.findByRole('img', { name })).toBeInTheDocument();
});

it('says why there are no photos, and nothing before there is anything to say', () => {
  const { rerender } = render(<WorkShown work={undefined} />);
  expect(screen.queryByRole('region')).not.toBeInTheDocument();
  rerender(<WorkShown work={{ completion_photos: [], not_photographed: 'Behind the wall' }} />);
  expect(screen.getByText('Your pro could not take a photo: “Behind the wall”')).toBeInTheDocument();
});
