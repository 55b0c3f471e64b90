// Shared by the payment step's tests: what a person does on the screen.
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect } from 'vitest';
import { renderScreen } from '../checkout/testing';
// The screen asks for it while it is shown: before the tests begin, it is in nobody's time.
import '@/card/SandboxCard';
import { Component } from './PaymentScreen';

export const user = userEvent.setup({ delay: null });
export const show = () => renderScreen('/booking/payment', Component);
export const payButton = (name: string | RegExp = /^Pay £/) => screen.findByRole('button', { name });
export const terms = () => screen.getByRole('checkbox');

export async function typeCard(number = '4242424242424242') {
  await user.click(await screen.findByLabelText('Card number'));
  await user.paste(number);
  await user.type(screen.getByLabelText('Expiry'), '1299');
  await user.type(screen.getByLabelText('CVC'), '123');
}

/** Waits until the button is neither disabled nor busy. */
export async function untilReady(button: HTMLElement) {
  await waitFor(() => {
    expect(button).toBeEnabled();
    expect(button).not.toHaveAttribute('aria-busy');
  });
}

export async function pressPay() {
  const button = await payButton();
  await untilReady(button);
  await user.click(button);
}
