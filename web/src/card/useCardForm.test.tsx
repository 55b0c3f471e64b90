import { act, render } from '@testing-library/react';
import { type FormEvent, useImperativeHandle } from 'react';
import { expect, it, vi } from 'vitest';
import type { FieldProblem } from '@/ui';
import { useCardForm } from './useCardForm';

const pay = vi.fn<() => Promise<unknown>>();
const check = vi.fn<() => Promise<FieldProblem[]>>();
let submit: (event: FormEvent) => void;

function Form() {
  const { card, onSubmit } = useCardForm(pay);
  useImperativeHandle(card, () => ({ check, confirm: async () => null }));
  submit = onSubmit;
  return null;
}

const press = () => submit({ preventDefault: () => undefined } as FormEvent);

it('pays once for two presses, and again once the first has failed', async () => {
  let fail: (reason: Error) => void = () => undefined;
  check.mockResolvedValue([]);
  pay.mockImplementation(() => new Promise((_, reject) => (fail = reject)));
  render(<Form />);
  await act(async () => {
    press();
    press();
  });
  await act(async () => press());
  expect(check).toHaveBeenCalledOnce();
  expect(pay).toHaveBeenCalledOnce();
  await act(async () => fail(new Error('refused')));
  await act(async () => press());
  expect(pay).toHaveBeenCalledTimes(2);
});
