import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ErrorSummary, Field, TextInput } from '.';

it('connects the label, hint, error and counter to the control', () => {
  render(
    <Field
      id="phone"
      label="UK mobile"
      hint="For the pro"
      error="Please enter a valid UK mobile number."
      counter="5 left"
    >
      <TextInput />
    </Field>,
  );
  const input = screen.getByLabelText('UK mobile');
  expect(input).toBeInvalid();
  expect(input).toHaveAccessibleDescription('For the pro Please enter a valid UK mobile number. 5 left');
});

it('an error summary takes the focus and links to the field', () => {
  render(
    <>
      <ErrorSummary
        problems={[{ field: 'phone', message: 'Please enter a valid UK mobile number.' }]}
        attempt={1}
      />
      <Field id="phone" label="UK mobile">
        <TextInput />
      </Field>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveFocus();
  screen.getByRole('link').click();
  expect(screen.getByLabelText('UK mobile')).toHaveFocus();
});
