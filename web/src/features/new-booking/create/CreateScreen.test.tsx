import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation, useNavigate } from 'react-router';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderAt } from '@/test/render';
import { type BookingDraft, emptyDraft } from '../draft/schema';
import { getDraft, reloadDraft, updateDraft } from '../draft/store';
import { Component as CreateScreen } from './CreateScreen';

beforeEach(() => reloadDraft());

async function describeJob(text: string, area = 'SW1') {
  renderAt(<CreateScreen />, '/booking/create');
  if (text) await userEvent.type(screen.getByLabelText('Describe the problem'), text);
  if (area) await userEvent.type(screen.getByLabelText('Postcode area'), area);
}

let goBack: () => void;

/** The screen, where we are, and the browser's Back button. */
function WithBack() {
  const { pathname, search, state } = useLocation();
  const navigate = useNavigate();
  goBack = () => navigate(-1);
  return (
    <>
      <p data-testid="place">{`${pathname}${search} ${JSON.stringify(state)}`}</p>
      {pathname === '/booking/create' && <CreateScreen />}
    </>
  );
}

function inAnotherTab(change: (draft: BookingDraft) => BookingDraft) {
  const draft = change(getDraft());
  localStorage.setItem('callout.draft', JSON.stringify({ version: 1, savedAt: Date.now(), draft }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'callout.draft' })));
}

const estimateButton = () => screen.getByRole('button', { name: 'Get Instant Estimate' });

/** While open, the popup hides the page from screen readers, so close it to query the page. */
async function closePopup() {
  const dialog = await screen.findByRole('dialog');
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
}

const PREFIX = 'Enter 2–3 valid characters (e.g., SW, SW1, B).';
const TOO_SHORT = 'Describe the problem in 3 to 500 characters.';

it('says what is missing when asked for an estimate, and takes the focus there', async () => {
  await describeJob('ta', '');
  await userEvent.click(estimateButton());
  const summary = await screen.findByRole('alert');
  expect(summary).toHaveFocus();
  expect(
    within(summary)
      .getAllByRole('link')
      .map((link) => link.textContent),
  ).toEqual([TOO_SHORT, PREFIX]);
  expect(document.title).toMatch(/^Error: /);
  await userEvent.click(within(summary).getByText(PREFIX));
  expect(screen.getByLabelText('Postcode area')).toHaveFocus();
  await userEvent.keyboard('sw1');
  expect(screen.getByLabelText('Postcode area')).toHaveValue('SW1');
  expect(screen.getByText('Area ok')).toBeInTheDocument();
  await userEvent.type(screen.getByLabelText('Describe the problem'), 'p');
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  // What is emptied again later is not complained about before the next attempt, nor does it lose the focus.
  await userEvent.clear(screen.getByLabelText('Describe the problem'));
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  expect(screen.getByLabelText('Describe the problem')).toHaveFocus();
});

it('asks for the estimate on Enter in the postcode area', async () => {
  await describeJob('leaking tap', 'SW1{Enter}');
  expect(await screen.findByRole('dialog')).toHaveTextContent('£90–£105');
});

it('rejects an area that no postcode starts with, but not while it is being typed', async () => {
  await describeJob('leaking tap', 'Q');
  await waitFor(() => expect(screen.queryByText('Area ok')).not.toBeInTheDocument());
  expect(screen.queryByText(PREFIX)).not.toBeInTheDocument();
  await userEvent.tab();
  expect(await screen.findByText(PREFIX)).toBeInTheDocument();
});

it.each([
  ['LS1 4AP', 'LS1', 'LS1 4AP'],
  ['m1 1aa.', 'M1', 'M1 1AA'],
  ['EC1V OBW', 'EC1V', 'EC1V 0BW'],
])('takes %s for its outward code, and keeps the whole for the address', async (typed, area, full) => {
  await describeJob('leaking tap', typed);
  await waitFor(() => expect(screen.getByLabelText('Postcode area')).toHaveValue(area));
  expect(screen.getByText('Area ok')).toBeInTheDocument();
  await userEvent.click(estimateButton());
  await waitFor(() => expect(getDraft()).toMatchObject({ postcodePrefix: area, fullPostcode: full }));
});

it('does not take the beginning of an inward code for another district', async () => {
  await describeJob('leaking tap', 'LS1 4');
  expect(await screen.findByText('Area ok')).toBeInTheDocument();
  await waitFor(() => expect(getDraft().postcodePrefix).toBe('LS1'));
});

it('goes back from a popup to the page, and no further', async () => {
  const { container } = renderAt(<WithBack />, '/booking/create');
  await userEvent.click(screen.getByRole('button', { name: 'Tips for describing the job' }));
  expect(await screen.findByRole('dialog', { name: 'Tips' })).toBeInTheDocument();
  act(() => goBack());
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(container).toHaveTextContent('What needs fixing?');
  // Closing it by hand leaves nothing behind to go back through.
  await userEvent.click(screen.getByRole('button', { name: 'Tips for describing the job' }));
  await closePopup();
  expect(screen.getByTestId('place')).toHaveTextContent('null');
});

it('asks first whether it is another job when the estimate may be for the wrong one', async () => {
  await describeJob('boiler not working, no heating');
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  expect(popup).toHaveTextContent(/Or is it one of these\?.*No instant price.*Medium confidence/);
  expect(popup).toHaveTextContent('A job for a Gas Safe registered engineer.');
  expect(popup).toHaveTextContent('We read: boiler, not working, heating.');
  await userEvent.click(within(popup).getByRole('button', { name: 'Boiler service' }));
  expect(popup).toHaveTextContent('£');
  expect(getDraft()).toMatchObject({ problemTypeToUse: 'boiler_service', problemType: 'boiler_service' });
});

it('asks after the price when the estimate is confident', async () => {
  await describeJob('leaking tap');
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  expect(popup).toHaveTextContent(/£.*High confidence.*Or is it one of these\?/);
  expect(popup).not.toHaveTextContent('Gas Safe');
});

it('puts the stopcock first for a burst pipe, and offers an emergency with its price', async () => {
  await describeJob('burst pipe in the kitchen');
  expect(await screen.findByRole('heading', { name: 'Turn off the stopcock' })).toBeInTheDocument();
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  expect(popup).toHaveTextContent(/Turn off the stopcock.*£90/);
  await userEvent.click(within(popup).getByLabelText('Make it an emergency: £137.50, no time slot needed'));
  expect(getDraft()).toMatchObject({ urgency: 'EMERGENCY', tier: 'STANDARD' });
});

it('takes over what another tab wrote, and never writes its own text back', async () => {
  await describeJob('leaking tap');
  await waitFor(() => expect(getDraft().description).toBe('leaking tap'));
  // Another tab logs out: the draft is cleared while this form is open.
  inAnotherTab(() => ({ ...emptyDraft(crypto.randomUUID()) }));
  expect(screen.getByLabelText('Describe the problem')).toHaveValue('');
  expect(screen.getByText('What you entered here was cleared in another tab.')).toBeInTheDocument();
  window.dispatchEvent(new Event('pagehide'));
  expect(getDraft()).toMatchObject({ description: '', postcodePrefix: '' });

  await userEvent.type(screen.getByLabelText('Describe the problem'), 'blocked sink');
  await waitFor(() => expect(getDraft().description).toBe('blocked sink'));
  inAnotherTab((draft) => ({ ...draft, description: 'broken socket' }));
  expect(screen.getByLabelText('Describe the problem')).toHaveValue('broken socket');
  expect(screen.getByText('You changed this booking in another tab.')).toBeInTheDocument();

  inAnotherTab((draft) => ({
    ...emptyDraft(crypto.randomUUID()),
    booked: { draftId: draft.draftId, bookingId: 'C-7K2M9' },
  }));
  expect(screen.getByText(/You've already booked this/)).toHaveTextContent('C-7K2M9');
  expect(screen.getByRole('link', { name: 'Open it' })).toHaveAttribute('href', '/booking/C-7K2M9');
});

it('goes straight back to the payment that it was opened from', async () => {
  const slot = { timeSlotId: 'EMERGENCY_NOW', urgency: 'EMERGENCY' as const };
  const address = { fullName: 'Ada', phone: '+447700900123', line1: '1 High Street', postcode: 'SW1A 1AA' };
  updateDraft({ ...slot, address });
  renderAt(<WithBack />, '/booking/create?return=payment');
  await userEvent.type(screen.getByLabelText('Describe the problem'), 'leaking tap');
  await userEvent.type(screen.getByLabelText('Postcode area'), 'SW1');
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  await userEvent.click(within(popup).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByTestId('place')).toHaveTextContent('/booking/payment');
});

it('leads to the time first when the way back to the payment lacks one', async () => {
  const address = { fullName: 'Ada', phone: '+447700900123', line1: '1 High Street', postcode: 'SW1A 1AA' };
  updateDraft({ address });
  renderAt(<WithBack />, '/booking/create?return=payment');
  await userEvent.type(screen.getByLabelText('Describe the problem'), 'leaking tap');
  await userEvent.type(screen.getByLabelText('Postcode area'), 'SW1');
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  await userEvent.click(within(popup).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByTestId('place')).toHaveTextContent('/booking/time?return=payment');
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
  await userEvent.click(await screen.findByRole('button', { name: 'Leak / tap issue' }));
  await closePopup();
  expect(getDraft()).toMatchObject({ problemTypeToUse: 'leak', problemType: 'leak' });
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

it('calls the emergency service of the area, and any where the area is unknown', async () => {
  await describeJob('there is a smell of gas in the kitchen', '');
  const calls = () =>
    screen.getAllByRole('link', { name: /^Call \d/ }).map((link) => link.getAttribute('href'));
  await waitFor(() => expect(calls()).toEqual(['tel:0800111999', 'tel:0800002001']));
  await userEvent.type(screen.getByLabelText('Postcode area'), 'BT1');
  await waitFor(() => expect(calls()).toEqual(['tel:0800002001']));
  const notice = screen.getByRole('alert');
  expect(notice).toHaveTextContent('Northern Ireland Gas Emergency Service');
  expect(notice).not.toHaveTextContent('0800 111 999');
  expect(within(notice).getByRole('link', { name: /999$/ })).toHaveAttribute('href', 'tel:999');
  await userEvent.clear(screen.getByLabelText('Postcode area'));
  await userEvent.type(screen.getByLabelText('Postcode area'), 'JE2');
  await waitFor(() => expect(calls()).toEqual(['tel:999']));
});

const DOUBTFUL = 'strange smell and the lights keep flickering';
const question = () => screen.findByRole('heading', { name: /^Is anything electrical hot/ });

describe('a question about danger', () => {
  it('comes before any price, and its answer is kept for this text', async () => {
    await describeJob(DOUBTFUL);
    await userEvent.click(estimateButton());
    await waitFor(async () => expect(await question()).toHaveFocus());
    expect(screen.queryByText(/£/)).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Continue' })).not.toBeInTheDocument();
    expect(getDraft().estimationResult).toBeUndefined();

    await userEvent.click(screen.getByRole('button', { name: 'No' }));
    await closePopup();
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
    expect(getDraft()).toMatchObject({
      dangerAnswers: [{ kind: 'electrics', yes: false }],
      estimationResult: { problem_type: 'lights', base_min: 85 },
    });
    // A space at the end is no other text; a word is.
    await userEvent.type(screen.getByLabelText('Describe the problem'), ' ');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
    await userEvent.type(screen.getByLabelText('Describe the problem'), 'today');
    expect(await question()).toBeInTheDocument();
    await waitFor(() => expect(getDraft().dangerAnswers).toBeUndefined());
  });

  it('leads to the warning when it is answered with yes, which can be taken back', async () => {
    await describeJob(DOUBTFUL);
    await userEvent.click(estimateButton());
    await question();
    await userEvent.click(screen.getByRole('button', { name: 'Yes' }));
    const notice = await screen.findByRole('alert');
    expect(notice).toHaveTextContent('Emergency: turn the power off first');
    expect(within(notice).getByRole('heading')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Request quotes' })).toBeDisabled();
    await userEvent.click(within(notice).getByRole('button', { name: 'Change my answer' }));
    expect(await question()).toHaveFocus();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('can be answered before the area is known, without a complaint about that', async () => {
    await describeJob(DOUBTFUL, '');
    await question();
    await userEvent.click(screen.getByRole('button', { name: 'No' }));
    await waitFor(() => expect(getDraft().dangerAnswers).toEqual([{ kind: 'electrics', yes: false }]));
    expect(screen.queryByRole('button', { name: 'No' })).not.toBeInTheDocument();
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('is asked one at a time', async () => {
    await describeJob(`flue pipe is loose, ${DOUBTFUL}`);
    await userEvent.click(estimateButton());
    expect(await screen.findByRole('heading', { name: /^Is a carbon monoxide alarm/ })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'No' }));
    expect(await question()).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'No' }));
    expect(await screen.findByRole('dialog', { name: 'Your estimate' })).toBeInTheDocument();
  });
});

it('has no way on from what is not ours but another description or a problem', async () => {
  await describeJob('mow the lawn every fortnight');
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog');
  expect(popup).toHaveTextContent('This doesn’t look like a job our trades do');
  expect(popup).not.toHaveTextContent('£');
  for (const name of ['Continue', 'Request quotes', 'Change the description'])
    expect(within(popup).queryByRole('button', { name })).not.toBeInTheDocument();
  await userEvent.click(within(popup).getByRole('button', { name: 'Describe it differently' }));
  await waitFor(() => expect(screen.getByLabelText('Describe the problem')).toHaveFocus());
  expect(getDraft().estimationResult).toBeUndefined();

  await userEvent.click(screen.getByRole('button', { name: 'Handyman job' }));
  await closePopup();
  expect(screen.getByRole('button', { name: 'Continue' })).toBeEnabled();
  expect(getDraft().estimationResult).toMatchObject({ mode: 'chosen', base_min: 65 });
});

it('says where nobody works yet', async () => {
  await describeJob('leaking tap', 'JE2');
  await userEvent.tab();
  await waitFor(() =>
    expect(screen.getByLabelText('Postcode area')).toHaveAccessibleDescription("We don't work there yet."),
  );
  expect(screen.queryByText('Area ok')).not.toBeInTheDocument();
  await userEvent.click(estimateButton());
  expect(within(await screen.findByRole('alert')).getByRole('link')).toHaveTextContent(
    "We don't work there yet.",
  );
  expect(getDraft().estimationResult).toBeUndefined();
});

it('names no price for what is bigger than one visit', async () => {
  await describeJob('new consumer unit');
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  expect(popup).toHaveTextContent('This is bigger than one visit, so it has no instant price.');
  expect(popup).not.toHaveTextContent('£');
  expect(within(popup).getByRole('button', { name: 'Request quotes' })).toBeEnabled();
});

it('books one for each of two trades', async () => {
  await describeJob('dripping tap, loose socket');
  expect(await screen.findByText('Sounds like jobs for a plumber and an electrician.')).toBeInTheDocument();
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  expect(popup).toHaveTextContent('Book one for each trade');
  expect(within(popup).queryByRole('button', { name: 'Request quotes' })).not.toBeInTheDocument();
  expect(within(popup).getByRole('button', { name: 'Book the plumber: Leak / tap issue' })).toBeEnabled();
  await userEvent.click(
    within(popup).getByRole('button', { name: 'Book the electrician: Socket not working' }),
  );
  expect(popup).toHaveTextContent('This is for the electrician’s part.');
  expect(within(popup).getByRole('button', { name: 'Request quotes' })).toBeEnabled();
  expect(getDraft()).toMatchObject({
    description: 'dripping tap, loose socket',
    problemTypeToUse: 'socket',
    problemType: 'socket',
  });
});

it('requests quotes for several jobs of one trade', async () => {
  await describeJob("the toilet won't flush and the shower drips");
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  expect(popup).toHaveTextContent('These are several jobs, so there is no instant price.');
  expect(within(popup).getByRole('button', { name: 'Request quotes' })).toBeEnabled();
});

it('says of a price that is not sure that a pro confirms it', async () => {
  await describeJob('pipes in the wall', 'M1');
  await userEvent.click(estimateButton());
  const popup = await screen.findByRole('dialog', { name: 'Your estimate' });
  expect(popup).toHaveTextContent('About £80–95. A pro confirms the price.');
  expect(popup).toHaveTextContent('We read: pipe.');
  expect(within(popup).getByRole('button', { name: 'Request quotes' })).toBeEnabled();
});

it('keeps the input when the screen closes before the debounce has passed', async () => {
  await describeJob('leaking tap', 'SW');
  reloadDraft();
  window.dispatchEvent(new Event('pagehide'));
  expect(getDraft()).toMatchObject({ description: 'leaking tap', postcodePrefix: 'SW' });
});
