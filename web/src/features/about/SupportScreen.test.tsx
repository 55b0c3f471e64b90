import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { fakeApi, problem } from '@/test/fakeApi';
import { renderAt } from '@/test/render';
import { Component as SupportScreen } from './SupportScreen';

const send = 'POST /api/support';
const field = (name: string) => screen.getByLabelText(name);
const press = () => userEvent.click(screen.getByRole('button', { name: 'Send message' }));

async function write(): Promise<void> {
  await userEvent.type(field('Your name'), 'Priya Shah');
  await userEvent.type(field('Email'), ' Priya@Example.com');
  await userEvent.type(field('How can we help?'), 'I never got my receipt.');
}

it('names the gas emergency service of every area, each to be dialled', () => {
  renderAt(<SupportScreen />);
  for (const number of ['0800 111 999', '0800 002 001', '999'])
    expect(screen.getByRole('link', { name: number })).toHaveAttribute(
      'href',
      `tel:${number.replaceAll(' ', '')}`,
    );
});

it('sends a message, and says where the answer goes', async () => {
  const api = fakeApi({ [send]: () => ({ status: 202, json: { ok: true } }) });
  renderAt(<SupportScreen />);
  await write();
  await press();
  expect(
    await screen.findByText(/We have your message and answer to priya@example.com\./),
  ).toBeInTheDocument();
  expect(api.of(send)[0]?.body).toEqual({
    name: 'Priya Shah',
    email: 'priya@example.com',
    message: 'I never got my receipt.',
  });
  await waitFor(() => expect(field('How can we help?')).toHaveValue(''));
});

it('says what is missing next to its field, and sends nothing', async () => {
  const api = fakeApi({});
  renderAt(<SupportScreen />);
  await press();
  await waitFor(() => expect(field('Your name')).toHaveAccessibleDescription('Your name is required.'));
  expect(field('Your name')).toHaveFocus();
  expect(field('How can we help?')).toHaveAccessibleDescription('Please write what we can help with.');
  expect(api.calls).toEqual([]);
});

it('keeps what was written when it could not be sent or is refused', async () => {
  const api = fakeApi({});
  renderAt(<SupportScreen />);
  await write();
  await press();
  expect(await screen.findByText(/nothing you wrote is lost/)).toBeInTheDocument();
  api.change(send, () => problem(422, 'invalid', { errors: { bookingId: 'No such booking.' } }));
  await userEvent.type(field('Booking number (optional)'), 'C-1');
  await press();
  await waitFor(() =>
    expect(field('Booking number (optional)')).toHaveAccessibleDescription(/No such booking\./),
  );
  expect(screen.queryByText(/nothing you wrote is lost/)).not.toBeInTheDocument();
  expect(field('How can we help?')).toHaveValue('I never got my receipt.');
});
