// Putting right what was done, for client and pro alike.
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { PutRight as Asked } from '@/api/types';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { PutRight, type PutRightProps } from './PutRight';

const ASK = 'POST /api/bookings/C-1/put-right';
const ANSWER = 'POST /api/bookings/C-1/put-right/answer';
const TIMES = 'GET /api/bookings/C-1/put-right/times';
const WHY = 'The tap drips again.';
const slot = {
  id: '2099-11-26-2',
  start: '2099-11-26T11:00:00+00:00',
  end: '2099-11-26T13:00:00+00:00',
};
const times = { [TIMES]: () => ({ json: { items: [slot] } }) };
const asked: Asked = {
  number: 1,
  askedBy: 'client',
  text: WHY,
  namedBy: 'client',
  timeslot: slot,
  askedAt: '2026-11-24T10:00:00Z',
};

function open(change: Partial<PutRightProps<unknown>>, answers = {}) {
  const onSeen = vi.fn();
  const api = fakeApi({ ...times, ...answers });
  renderAt(
    <PutRight
      bookingId="C-1"
      side="client"
      speaker={{ as: 'client', capability: { token: 'g-token' } }}
      asked={undefined}
      until="2099-01-01T10:00:00Z"
      visit={undefined}
      onSeen={onSeen}
      {...change}
    />,
  );
  return { api, onSeen };
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('is asked for with words and a time', async () => {
  const { api, onSeen } = open({}, { [ASK]: () => ({ status: 201, json: { id: 'C-1' } }) });
  await press('Ask to put it right');
  await press('Send');
  expect(await screen.findByText('Write 10 to 500 characters.')).toBeInTheDocument();
  expect(screen.getByText('Choose a time.')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('What is to be put right'), WHY);
  await userEvent.selectOptions(
    screen.getByLabelText('Time'),
    await screen.findByRole('option', { name: /11:00–13:00/ }),
  );
  await press('Send');
  await vi.waitFor(() => expect(onSeen).toHaveBeenCalledWith({ id: 'C-1' }));
  expect(api.of(ASK).map(({ body }) => body)).toEqual([{ text: WHY, timeslotId: slot.id }]);
  expect(api.of(ASK)[0]?.query.get('token')).toBe('g-token');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

it('keeps what was typed when it is refused', async () => {
  open({}, { [ASK]: () => problem(409, 'too_late', { detail: 'More than 90 days ago.' }) });
  await press('Ask to put it right');
  await userEvent.type(screen.getByLabelText('What is to be put right'), WHY);
  await userEvent.selectOptions(
    screen.getByLabelText('Time'),
    await screen.findByRole('option', { name: /11:00–13:00/ }),
  );
  await press('Send');
  expect(await screen.findByText('More than 90 days ago.')).toBeInTheDocument();
  expect(screen.getByLabelText('What is to be put right')).toHaveValue(WHY);
});

it.each([
  ['Agree', { action: 'agree' }],
  ['No, thanks', { action: 'refuse' }],
])('is answered by the other side: %s', async (name, body) => {
  const { api, onSeen } = open({ side: 'pro', asked }, { [ANSWER]: () => ({ json: { id: 'C-1' } }) });
  expect(
    screen.getByText('Your client named Thu 26 Nov, 11:00–13:00. It costs nothing.'),
  ).toBeInTheDocument();
  await press(name);
  await vi.waitFor(() => expect(onSeen).toHaveBeenCalled());
  expect(api.of(ANSWER).map((call) => call.body)).toEqual([body]);
});

it('waits for the other side to agree, or is taken back', async () => {
  const { api, onSeen } = open({ asked }, { [ANSWER]: () => ({ json: { id: 'C-1' } }) });
  expect(screen.getByText(/Waiting for your pro to agree\./)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Agree' })).not.toBeInTheDocument();
  await press('Take back');
  await vi.waitFor(() => expect(onSeen).toHaveBeenCalled());
  expect(api.of(ANSWER).map(({ body }) => body)).toEqual([{ action: 'refuse' }]);
});

it('takes another time', async () => {
  const { api, onSeen } = open({ side: 'pro', asked }, { [ANSWER]: () => ({ json: { id: 'C-1' } }) });
  await press('Name another time');
  await userEvent.selectOptions(
    screen.getByLabelText('Time'),
    await screen.findByRole('option', { name: /11:00–13:00/ }),
  );
  await press('Send');
  await vi.waitFor(() => expect(onSeen).toHaveBeenCalled());
  expect(api.of(ANSWER).map(({ body }) => body)).toEqual([{ action: 'name', timeslotId: slot.id }]);
});

it('says why an answer is refused', async () => {
  const refusal = () => problem(409, 'pro_unavailable', { detail: 'The pro has something else then.' });
  open({ side: 'pro', asked }, { [ANSWER]: refusal });
  await press('Agree');
  expect(await screen.findByText('The pro has something else then.')).toBeInTheDocument();
});

it('leads to the visit once it is agreed', () => {
  open({ asked: { ...asked, visitId: 'C-2' }, visit: '/booking/C-2' });
  expect(screen.getByText('Agreed: Thu 26 Nov, 11:00–13:00, free of charge.')).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See the visit' })).toHaveAttribute('href', '/booking/C-2');
  expect(screen.queryByRole('button')).not.toBeInTheDocument();
});

it.each([
  [{ until: '2026-01-01T10:00:00Z' }],
  [{ until: undefined }],
  [{ until: undefined, asked: { ...asked, outcome: 'done' as const } }],
])('is nothing where none may be asked for: %o', (change) => {
  open(change);
  expect(screen.queryByRole('heading', { name: 'Put it right' })).not.toBeInTheDocument();
});

it.each([
  ['done', /is done\. You can ask again/],
  ['refused', /was refused\./],
  ['cancelled', /was cancelled\./],
] as const)('may be asked for again: %s', (outcome, text) => {
  open({ asked: { ...asked, outcome } });
  expect(screen.getByText(text)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Ask to put it right' })).toBeInTheDocument();
});
