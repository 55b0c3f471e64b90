import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { noteReached } from '@/shared/connection';
import { type fakeApi, problem } from '@/test/fakeApi';
import { agreeingServer, finishedDraft, renderScreen } from '../checkout/testing';
import { getDraft, useDraft } from '../draft';
import { CouponSection } from './CouponSection';

const user = userEvent.setup();
const validate = 'POST /api/coupons/validate';
let server: ReturnType<typeof fakeApi>;

function Screen() {
  return <CouponSection draft={useDraft()} beforeCouponPence={10_750} disabled={false} />;
}

beforeEach(() => {
  noteReached();
  finishedDraft();
  server = agreeingServer();
  renderScreen('/', Screen);
});

const open = () => user.click(screen.getByRole('button', { name: 'Add a coupon' }));

const input = () => screen.getByRole('textbox', { name: /^Coupon/ });
const apply = () => screen.getByRole('button', { name: 'Apply' });

it('cannot be applied while empty', async () => {
  await open();
  expect(input()).toHaveFocus();
  expect(apply()).toBeDisabled();
  await user.type(input(), '   ');
  expect(apply()).toBeDisabled();
});

it('is applied with Enter, trimmed and in capitals, and can be removed', async () => {
  await open();
  server.change(validate, () => ({
    json: { valid: true, code: 'WELCOME10', discountPence: 1000, description: '£10 off' },
  }));
  await user.type(input(), ' welcome10 {Enter}');
  expect(await screen.findByText('WELCOME10')).toBeInTheDocument();
  expect(server.of(validate)[0]?.body).toEqual({
    code: 'WELCOME10',
    amountPence: 10_750,
    currency: 'GBP',
    draftId: getDraft().draftId,
  });
  expect(getDraft().couponCode).toBe('WELCOME10');
  await user.click(screen.getByRole('button', { name: 'Remove coupon WELCOME10' }));
  expect(getDraft().couponCode).toBeUndefined();
  expect(input()).toHaveValue('');
});

it.each([
  { valid: false, discountPence: 0, description: 'Coupon not recognized' },
  { valid: true, discountPence: 0, description: 'Not applicable' },
])('says that it does not apply, and why: $description', async (answer) => {
  await open();
  server.change(validate, () => ({ json: { code: 'NOPE', ...answer } }));
  await user.type(input(), 'nope');
  await user.click(apply());
  expect(
    await screen.findByText(`Coupon is invalid or not applicable. ${answer.description}`),
  ).toBeInTheDocument();
  expect(getDraft().couponCode).toBeUndefined();
  expect(input()).toHaveValue('nope');
});

it('shows the server’s message when the request fails', async () => {
  await open();
  server.change(validate, () => problem(429, 'too_many', { detail: 'Too many requests.' }));
  await user.type(input(), 'SAVE15{Enter}');
  expect(await screen.findByText('Too many requests.')).toBeInTheDocument();
  server.change(validate, () => problem(500, 'internal'));
  await user.type(input(), '{Enter}');
  expect(await screen.findByText(/^Failed to apply coupon\./)).toBeInTheDocument();
});

it('is checked against the price book when offline, to be confirmed later', async () => {
  await open();
  await user.type(input(), 'drain20{Enter}');
  expect(
    await screen.findByText('Coupon is invalid or not applicable. Minimum order £120 required'),
  ).toBeInTheDocument();
  await user.clear(input());
  await user.type(input(), 'save15{Enter}');
  expect(await screen.findByText('to be confirmed')).toBeInTheDocument();
  expect(getDraft().couponCode).toBe('SAVE15');
});

it('sends one request at a time', async () => {
  await open();
  let answer: (value: { json: unknown }) => void = () => {};
  server.change(validate, () => new Promise((resolve) => (answer = resolve)));
  await user.type(input(), 'SAVE15{Enter}');
  expect(apply()).toHaveAttribute('aria-disabled', 'true');
  await user.type(input(), '{Enter}');
  await user.click(apply());
  answer({ json: { valid: true, code: 'SAVE15', discountPence: 1613, description: '' } });
  await waitFor(() => expect(getDraft().couponCode).toBe('SAVE15'));
  expect(server.of(validate)).toHaveLength(1);
});
