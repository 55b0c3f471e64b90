// The live page for component tests, with the server's end of it.
import { Route, Routes } from 'react-router';
import type { Booking } from '@/api/types';
import { type FakeAnswer, fakeApi } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { Component } from './StatusScreen';

/** The live page of a booking that becomes whatever a call that changes it answers. */
export function openLive(
  booking: Booking,
  answers: Record<string, () => FakeAnswer> = {},
  address = '/booking/C-1',
) {
  let now: object = booking;
  const changing = Object.entries(answers).map(([route, answer]) => [
    route,
    () => {
      const given = answer();
      if (route.startsWith('POST') && (given.status ?? 200) < 300) now = given.json as object;
      return given;
    },
  ]);
  const api = fakeApi({
    'GET /api/bookings/C-1': () => ({ json: now }),
    'GET /api/b/g-token': () => ({ json: now }),
    'GET /api/bookings/C-1/events': () => ({ json: [] }),
    ...Object.fromEntries(changing),
  });
  renderAt(
    <Routes>
      <Route path="/booking/:id" element={<Component />} />
      <Route path="/b/:guestToken" element={<Component />} />
      <Route path="/pay/:id" element={<p>The card page</p>} />
    </Routes>,
    address,
  );
  return api;
}
