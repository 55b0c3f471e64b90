// A pro at the door of a client who does not open.
import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { BookingEvent } from '@/api/types';
import { AtTheDoor } from './AtTheDoor';

const events = (...types: BookingEvent['type'][]) =>
  types.map((type, index) => ({ seq: index + 1, type, at: '2026-11-24T10:00:00Z', data: {} }));

it.each([
  ['en_route', ['assigned', 'en_route', 'at_the_door'], /is at your door/],
  ['assigned', ['assigned', 'at_the_door', 'not_home'], /told us that nobody is at home/],
] as const)('is told of while the booking is %s', (status, types, text) => {
  render(<AtTheDoor status={status} events={events(...types)} />);
  expect(screen.getByText(text)).toBeInTheDocument();
});

it('is told of by the pro alone where their place does not show it', () => {
  render(<AtTheDoor status="en_route" events={events('assigned', 'en_route', 'here')} />);
  expect(screen.getByText('Your pro says they are here. Please let them in.')).toBeInTheDocument();
});

it.each([
  ['en_route', ['assigned', 'en_route']],
  ['en_route', ['en_route', 'at_the_door', 'not_home', 'visit_goes_on']],
  ['assigned', ['assigned', 'at_the_door', 'rescheduled']],
  ['in_progress', ['en_route', 'at_the_door', 'in_progress']],
  ['cancelled', ['en_route', 'not_home', 'cancelled']],
] as const)('is over once the booking has moved on: %s after %o', (status, types) => {
  render(<AtTheDoor status={status} events={events(...types)} />);
  expect(screen.getByRole('status')).toBeEmptyDOMElement();
});
