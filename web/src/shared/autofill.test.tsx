import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useForm } from 'react-hook-form';
import { expect, it, vi } from 'vitest';
import { hearAutofill } from './autofill';

const sent = vi.fn();

function Form() {
  const { register, handleSubmit } = useForm({ defaultValues: { email: '', wants: true } });
  return (
    <form onSubmit={handleSubmit((values) => sent(values))}>
      <input {...register('email')} aria-label="Email" />
      <input {...register('wants')} type="checkbox" />
      <button type="submit">Send</button>
    </form>
  );
}

it('sends what was filled in without an event', async () => {
  hearAutofill(document);
  render(<Form />);
  const field = screen.getByLabelText('Email');
  // As a password manager does: past React, which watches the element's own property.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, 'ada@example.com');
  await userEvent.click(screen.getByRole('button'));
  expect(sent).toHaveBeenCalledWith({ email: 'ada@example.com', wants: true });
});
