import { render, screen } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { ApiProblem } from '@/api/problem';
import { TextInput } from '@/ui';
import { useServerErrors } from './useServerErrors';

const names = { amountPence: 'amount', invalid_code: 'code' };

function Form({ error }: { error: Error }) {
  const form = useForm({ defaultValues: { name: '', lines: [{ amount: '' }], code: '' } });
  const rest = useServerErrors(form, error, () => 'It could not be sent.', names);
  const { errors } = form.formState;
  return (
    <form>
      <TextInput {...form.register('name')} aria-label="Name" />
      <TextInput {...form.register('lines.0.amount')} aria-label="Amount" />
      <TextInput {...form.register('code')} aria-label="Code" />
      <p data-testid="at-fields">
        {[errors.name, errors.lines?.[0]?.amount, errors.code].map((shown) => shown?.message).join('|')}
      </p>
      <p data-testid="rest">{rest}</p>
    </form>
  );
}

function refuse(status: number, body: ConstructorParameters<typeof ApiProblem>[1]) {
  render(<Form error={new ApiProblem(status, body, new Headers())} />);
  return [screen.getByTestId('at-fields').textContent, screen.getByTestId('rest').textContent];
}

it('shows each refusal at its field, the first on the screen in focus, and the others as text', () => {
  const errors = { 'lines.0.amountPence': 'Too much.', name: 'Too long.', other: 'Not that.' };
  expect(refuse(422, { errors })).toEqual(['Too long.|Too much.|', 'Not that.']);
  expect(screen.getByLabelText('Name')).toHaveFocus();
});

it('shows an error about one field there', () => {
  expect(refuse(401, { code: 'invalid_code', detail: 'Wrong code.' })).toEqual(['||Wrong code.', '']);
});

it('leaves an error about no field to the form', () => {
  expect(refuse(409, { code: 'closed', detail: 'Closed.' })).toEqual(['||', 'It could not be sent.']);
});
