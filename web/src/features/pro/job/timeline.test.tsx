// When the steps of a job were taken, how its work began and ended, and what a cancelled one has earned.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Job } from '@/api/jobs';
import type { BookingEvent } from '@/api/types';
import { activePro, openArea, ownJob, serverOf } from '../testing';

const JOB = `GET /api/bookings/${ownJob.id}`;
const event = (seq: number, type: BookingEvent['type'], at: string, data = {}) => ({ seq, type, at, data });
const done: Job = {
  ...ownJob,
  status: 'completed',
  work: { completion_photos: [] },
  events: [
    event(4, 'assigned', '2026-11-20T10:02:00Z'),
    event(5, 'en_route', '2026-11-20T10:20:00Z'),
    event(6, 'in_progress', '2026-11-20T10:41:00Z'),
    event(7, 'completed', '2026-11-20T11:30:00Z', { photos: 2 }),
  ],
};

async function open(job: Job) {
  serverOf(activePro, { [JOB]: () => ({ json: job }) });
  openArea(`/master/booking/${ownJob.id}`);
  return within(await screen.findByRole('region', { name: 'Progress' }));
}

it('says when each step was taken, that the code was typed, and what was photographed', async () => {
  const progress = await open(done);
  const steps = progress.getAllByRole('listitem').map((step) => step.textContent);
  expect(steps).toEqual([
    'Assigned (done)Fri 20 Nov, 10:02',
    'On the way (done)Fri 20 Nov, 10:20',
    "Working (done)Fri 20 Nov, 10:41Begun with the client's start code",
    'Done (done)Fri 20 Nov, 11:302 photos of the finished work',
  ]);
});

it('says of a step without a network when it was taken, and when it reached us', async () => {
  const happenedAt = '2026-11-20T10:20:00+00:00';
  const late = event(5, 'en_route', '2026-11-20T12:05:00Z', { happenedAt });
  const begun = event(6, 'in_progress', '2026-11-20T12:05:30Z', { happenedAt: '2026-11-20T12:05:00+00:00' });
  const progress = await open({ ...done, status: 'in_progress', events: [late, begun] });
  const steps = progress.getAllByRole('listitem').map((step) => step.textContent);
  expect(steps[1]).toBe('On the way (done)Fri 20 Nov, 10:20Reached us at Fri 20 Nov, 12:05');
  expect(steps[2]).toBe("3WorkingFri 20 Nov, 12:05Begun with the client's start code");
});

it('leads to the photos as long as they are kept', async () => {
  const photo = '/api/files/1';
  const progress = await open({ ...done, work: { completion_photos: [photo] } });
  const link = progress.getByRole('link', { name: '2 photos of the finished work' });
  const shown = document.querySelector(link.getAttribute('href') ?? '');
  expect(shown).toHaveTextContent('What you have shown');
});

it('says that there was no code, and no photo', async () => {
  const progress = await open({
    ...done,
    events: [
      event(6, 'in_progress', '2026-11-20T10:41:00Z', { withoutCode: true }),
      event(7, 'completed', '2026-11-20T11:30:00Z', { notPhotographed: true }),
    ],
  });
  expect(progress.getByText("Begun without the client's start code")).toBeInTheDocument();
  expect(progress.getByText('No photo of the finished work')).toBeInTheDocument();
});

it('says what a refund has taken of the pay of a job that is done', async () => {
  await open({ ...done, taken_back_pence: 4_888 });
  expect(screen.getByText('Taken back for refunds')).toBeInTheDocument();
  for (const amount of ['£115.00', '−£17.25', '−£48.88', '£48.87'])
    expect(screen.getByText(amount)).toBeInTheDocument();
});

it('ends where a cancelled job ended, with what it has earned', async () => {
  const progress = await open({
    ...done,
    status: 'cancelled',
    events: done.events?.slice(0, 2) ?? [],
    earned: { paid_pence: 4_680, fee_pence: 702, net_pence: 3_978, made_good_pence: 0 },
  });
  expect(progress.getAllByRole('listitem')).toHaveLength(2);
  expect(screen.getByText('What you earned')).toBeInTheDocument();
  expect(screen.queryByText('Made good after your appeal')).toBeNull();
  for (const amount of ['£46.80', '−£7.02', '£39.78']) expect(screen.getByText(amount)).toBeInTheDocument();
});

it('adds to a cancelled job what an appeal has made good', async () => {
  const earned = { paid_pence: 2_340, fee_pence: 351, net_pence: 1_989, made_good_pence: 1_989 };
  await open({ ...done, status: 'cancelled', earned });
  expect(screen.getByText('Made good after your appeal')).toBeInTheDocument();
  for (const amount of ['£23.40', '−£3.51', '£19.89', '£39.78'])
    expect(screen.getByText(amount)).toBeInTheDocument();
});
