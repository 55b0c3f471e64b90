import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { getDraft, reloadDraft } from '../draft/store';
import { Component as CreateScreen } from './CreateScreen';

beforeEach(() => reloadDraft());

async function describeJob(text: string, area = 'SW1') {
  renderAt(<CreateScreen />, '/booking/create');
  if (text) await userEvent.type(screen.getByLabelText('Describe the problem'), text);
  if (area) await userEvent.type(screen.getByLabelText('Postcode area'), area);
}

const estimateButton = () => screen.getByRole('button', { name: 'Get Instant Estimate' });

/** While open, the popup hides the page from screen readers, so close it to query the page. */
async function closePopup() {
  const dialog = await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

it('requires a description and an area', async () => {
  await describeJob('ta', '');
  expect(estimateButton()).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Describe the problem'), 'p');
  expect(estimateButton()).toBeDisabled();
  await userEvent.type(screen.getByLabelText('Postcode area'), 'sw1');
  expect(await screen.findByText('Area ok')).toBeInTheDocument();
  expect(screen.getByLabelText('Postcode area')).toHaveValue('SW1');
  expect(screen.getByLabelText('Postcode area')).toHaveFocus();
  expect(estimateButton()).toBeEnabled();
});

it('rejects an area that no postcode starts with', async () => {
  await describeJob('leaking tap', 'Q');
  expect(await screen.findByText('Enter 2–3 valid characters (e.g., SW, SW1, B).')).toBeInTheDocument();
  expect(estimateButton()).toBeDisabled();
});

it('marks a result as stale when the input changes, and as fresh when it changes back', {
  timeout: 20_000,
}, async () => {
  await describeJob('leaking tap');
  await userEvent.click(estimateButton());
  expect(await screen.findAllByText('£90–£105')).not.toHaveLength(0);
  await closePopup();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
  expect(getDraft().estimationResult?.estimated_cost).toBe(97.5);

  await userEvent.type(screen.getByLabelText('Describe the problem'), ' upstairs');
  expect(estimateButton()).toBeEnabled();
  await waitFor(() => expect(getDraft().estimationResult).toBeUndefined());
  expect(getDraft().description).toBe('leaking tap upstairs');

  // A trailing space does not affect the price.
  await userEvent.click(estimateButton());
  await closePopup();
  await userEvent.type(screen.getByLabelText('Describe the problem'), ' ');
  expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();

  await userEvent.clear(screen.getByLabelText('Postcode area'));
  await userEvent.type(screen.getByLabelText('Postcode area'), 'B1');
  await userEvent.click(estimateButton());
  expect(await screen.findAllByText('£85–£100')).not.toHaveLength(0);
});

it('says Request quotes below a confidence of 0.7', async () => {
  await describeJob('loft conversion');
  await userEvent.click(estimateButton());
  await closePopup();
  expect(screen.getByRole('button', { name: 'Request quotes' })).toBeEnabled();
});

it('gives no price for nonsense', async () => {
  await describeJob('my grandmother likes blue Tuesdays');
  await userEvent.click(estimateButton());
  await closePopup();
  expect(screen.getByText('Tell us a little more')).toBeInTheDocument();
  expect(screen.queryByText(/£/)).not.toBeInTheDocument();
});

it('prices an alternative with one tap', async () => {
  await describeJob('my sink is blocked');
  await userEvent.click(await screen.findByRole('button', { name: 'Blocked drain or sink' }));
  await closePopup();
  expect(getDraft()).toMatchObject({ problemTypeToUse: 'drains', problemType: 'drains' });
  expect(getDraft().estimationResult?.mode).toBe('chosen');
  await userEvent.type(screen.getByLabelText('Describe the problem'), ' badly');
  await waitFor(() => expect(getDraft().problemTypeToUse).toBeUndefined());
});

it('gives a quick fix its own price', async () => {
  await describeJob('', 'SW1');
  await userEvent.click(screen.getByRole('button', { name: 'Replace a tap' }));
  await userEvent.click(estimateButton());
  await closePopup();
  expect(getDraft()).toMatchObject({ quickFix: 'replace_tap', description: 'Replace a tap' });
  expect(getDraft().estimationResult).toMatchObject({ mode: 'quick_fix', estimated_cost: 155 });
});

it('shows only advice and a number to call for gas', async () => {
  await describeJob('there is a smell of gas in the kitchen');
  expect(await screen.findByRole('alert')).toHaveTextContent('0800 111 999');
  expect(screen.getByRole('link', { name: /Call 0800 111 999/ })).toHaveAttribute('href', 'tel:0800111999');
  for (const name of ['Continue', 'Request quotes', 'Get Instant Estimate'])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
  expect(getDraft().estimationResult).toBeUndefined();
});

it('allows electrics to continue once the power is off', async () => {
  await describeJob('the socket is sparking');
  const onward = await screen.findByRole('button', { name: 'Request quotes' });
  expect(onward).toBeDisabled();
  await userEvent.click(screen.getByLabelText("I've turned the power off"));
  expect(onward).toBeEnabled();
  await userEvent.click(onward);
  expect(getDraft()).toMatchObject({ powerOff: true, estimationResult: { mode: 'danger' } });
});

it('keeps the input when the screen closes before the debounce has passed', async () => {
  await describeJob('leaking tap', 'SW');
  reloadDraft();
  window.dispatchEvent(new Event('pagehide'));
  expect(getDraft()).toMatchObject({ description: 'leaking tap', postcodePrefix: 'SW' });
});
