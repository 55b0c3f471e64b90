import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { expect, it, vi } from 'vitest';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { Component } from './TimeScreen';

const toast = vi.hoisted(() => vi.fn());
vi.mock('@/ui', async (original) => ({ ...(await original<typeof import('@/ui')>()), toast }));

const booking = {
  id: 'C-1',
  status: 'pending',
  problem_type: 'leak',
  readable_name: 'Leak / tap issue',
  amount_pence: 9750,
  payment_method: 'card',
  quote_mode: 'PAID',
  timeslot: { id: 's', start: '2026-11-24T11:00:00+00:00', end: '2026-11-24T13:00:00+00:00' },
};
const same = {
  id: '2026-11-25-2',
  start: '2026-11-25T11:00:00+00:00',
  end: '2026-11-25T13:00:00+00:00',
  amountPence: 9750,
  deltaPence: 0,
  isRecommended: true,
};
const evening = {
  ...same,
  id: '2026-11-25-4',
  start: '2026-11-25T18:00:00+00:00',
  end: '2026-11-25T20:00:00+00:00',
  amountPence: 11250,
  deltaPence: 1500,
  isRecommended: false,
};

function Elsewhere() {
  const { pathname, search } = useLocation();
  return <p>At {pathname + search}</p>;
}

async function open(handlers: Parameters<typeof fakeApi>[0] = {}, token = '') {
  const api = fakeApi({
    'GET /api/bookings/C-1': () => ({ json: booking }),
    'GET /api/bookings/C-1/times': () => ({ json: [same, evening] }),
    'PATCH /api/bookings/C-1/reschedule': () => ({ json: booking }),
    'PATCH /api/public/bookings/C-1.mac/reschedule': () => ({ json: booking }),
    ...handlers,
  });
  renderAt(
    <Routes>
      <Route path="/booking/time" element={<Component />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    `/booking/time?edit=C-1${token}`,
  );
  await screen.findByRole('radio', { name: /11:00–13:00/ });
  return api;
}

const slot = (window: RegExp) => screen.getByRole('radio', { name: window });

it('moves the booking to a time of the same price', async () => {
  const api = await open();
  expect(screen.getByText(/^Now Tue 24 Nov, 11:00–13:00, £97.50$/)).toBeInTheDocument();
  expect(slot(/11:00–13:00/)).toHaveAccessibleName('11:00–13:00, £97.50, Same price, Recommended');
  expect(screen.getByRole('button', { name: 'Change time' })).toBeDisabled();
  await userEvent.click(slot(/11:00–13:00/));
  await userEvent.click(screen.getByRole('button', { name: 'Change time' }));
  expect(await screen.findByText('At /booking/C-1')).toBeInTheDocument();
  expect(api.of('PATCH /api/bookings/C-1/reschedule')[0]?.body).toEqual({ timeslotId: '2026-11-25-2' });
  expect(toast).toHaveBeenCalledWith('Your booking has been moved', { tone: 'good' });
});

it('opens on the booked day, with the badges of a new booking', async () => {
  const day = '2026-11-24';
  const [early, late] = ['09:00', '14:00'].map((start, index) => ({
    ...same,
    id: `${day}-${index === 0 ? 1 : 3}`,
    start: `${day}T${start}:00+00:00`,
    end: `${day}T${index === 0 ? '11' : '16'}:00:00+00:00`,
    isRecommended: false,
  }));
  const before = {
    ...same,
    id: '2026-11-23-2',
    start: '2026-11-23T11:00:00+00:00',
    end: '2026-11-23T13:00:00+00:00',
  };
  vi.useFakeTimers({ shouldAdvanceTime: true, now: new Date('2026-11-20T10:00:00Z') });
  fakeApi({
    'GET /api/bookings/C-1': () => ({ json: booking }),
    'GET /api/bookings/C-1/times': () => ({ json: [before, early, late] }),
  });
  renderAt(
    <Routes>
      <Route path="/booking/time" element={<Component />} />
    </Routes>,
    '/booking/time?edit=C-1',
  );
  expect(await screen.findByRole('heading', { name: 'Tuesday 24 November' })).toBeInTheDocument();
  expect(await screen.findByRole('radio', { name: /^09:00–11:00.*, Cheaper$/ })).toBeInTheDocument();
  vi.useRealTimers();
});

it('leads to the card page for a dearer time', async () => {
  await open({
    'PATCH /api/bookings/C-1/reschedule': () => ({
      json: {
        ...booking,
        payment_due: { amountPence: 11250, until: '2026-11-23T10:20:00+00:00', reason: 'time' },
      },
    }),
  });
  await userEvent.click(slot(/18:00–20:00/));
  expect(screen.getByText('£15 more than now')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Continue to payment' }));
  expect(await screen.findByText('At /pay/C-1')).toBeInTheDocument();
});

it('asks a guest to sign in for a dearer time, and moves it by the link otherwise', async () => {
  const api = await open({}, '&token=C-1.mac');
  await userEvent.click(slot(/18:00–20:00/));
  expect(screen.getByRole('link', { name: 'Sign in to choose this time' })).toHaveAttribute(
    'href',
    expect.stringContaining('/login?role=client&next='),
  );
  await userEvent.click(slot(/11:00–13:00/));
  await userEvent.click(screen.getByRole('button', { name: 'Change time' }));
  expect(await screen.findByText('At /b/C-1.mac')).toBeInTheDocument();
  expect(api.of('PATCH /api/public/bookings/C-1.mac/reschedule')).toHaveLength(1);
});

it('says that a time has gone, and asks for the others again', async () => {
  const api = await open({
    'PATCH /api/bookings/C-1/reschedule': () =>
      problem(409, 'slot_gone', { detail: 'This time is no longer available. Please choose another one.' }),
  });
  await userEvent.click(slot(/11:00–13:00/));
  await userEvent.click(screen.getByRole('button', { name: 'Change time' }));
  expect(await screen.findByText(/no longer available/)).toBeInTheDocument();
  await waitFor(() => expect(api.of('GET /api/bookings/C-1/times')).toHaveLength(2));
  expect(screen.getByRole('button', { name: 'Change time' })).toBeDisabled();
});

it('suggests the time to a pro who has the job', async () => {
  await open({
    'GET /api/bookings/C-1': () => ({ json: { ...booking, status: 'assigned' } }),
    'PATCH /api/bookings/C-1/reschedule': () => ({
      json: {
        ...booking,
        status: 'assigned',
        suggested_time: {
          timeslot: same,
          amountPence: 9750,
          deltaPence: 0,
          accepted: false,
          until: '2026-11-23T12:05:00+00:00',
        },
      },
    }),
  });
  await userEvent.click(slot(/11:00–13:00/));
  await userEvent.click(screen.getByRole('button', { name: 'Suggest this time' }));
  await waitFor(() => expect(toast).toHaveBeenCalledWith('Your pro has been asked', { tone: 'good' }));
});
