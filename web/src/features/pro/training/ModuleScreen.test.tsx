import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { TrainingAnswers } from '@/api/training';
import { problem } from '@/test/fakeApi';
import { activePro, newPro, openArea, serverOf, TRAINING } from '../testing';
import { CHECK, judged, MODULE, stopcocks, summary } from './testing';

/** Opens the module; the server judges whatever is answered. */
function openModule(handlers: Parameters<typeof serverOf>[1] = {}) {
  const api = serverOf(activePro, {
    [MODULE]: () => ({ json: stopcocks }),
    [CHECK]: ({ body }) => ({ json: judged((body as TrainingAnswers).answers) }),
    ...handlers,
  });
  openArea('/master/training/stopcocks');
  return api;
}

const section = (number: number) =>
  screen.findByRole('heading', { level: 2, name: new RegExp(`^Section ${number} of 2`) });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const questions = () => screen.getAllByRole('group');
const choose = (name: string) => userEvent.click(screen.getByRole('radio', { name }));

async function read(): Promise<void> {
  await section(1);
  await press('Next');
  await press('Next');
}

/** Reads everything and answers it: these questions badly, the others well. */
async function answer(...badly: number[]): Promise<void> {
  await read();
  for (const number of [1, 2, 3, 4, 5]) await choose(`${badly.includes(number) ? 'Bad' : 'Good'} ${number}`);
  await press('Check answers');
}

it('is read section by section, back and forth, with the focus on the heading', async () => {
  openModule();
  expect(await section(1)).toHaveTextContent('Section 1 of 2 Find it');
  expect(screen.getByRole('heading', { level: 1, name: 'Turning off the water' })).toBeInTheDocument();
  expect(screen.getByText('A short module for the job. It is not a qualification.')).toBeInTheDocument();
  expect(screen.getByText('Look under the sink first.')).toBeInTheDocument();
  expect(screen.getByText('Then ask the client.')).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Back' })).not.toBeInTheDocument();
  await press('Next');
  expect(await section(2)).toHaveFocus();
  expect(screen.getByText('Turn it clockwise.')).toBeInTheDocument();
  await press('Back');
  expect(await section(1)).toHaveFocus();
  await press('Next');
  await press('Next');
  expect(screen.getByRole('heading', { level: 2, name: 'Questions' })).toHaveFocus();
  expect(questions()).toHaveLength(5);
});

it('keeps the answers while a section is read again', async () => {
  openModule();
  await read();
  await choose('Good 2');
  await press('Back');
  await press('Next');
  expect(screen.getByRole('radio', { name: 'Good 2' })).toBeChecked();
});

it('is completed with enough right answers', async () => {
  const api = openModule({ [TRAINING]: () => ({ json: { items: [summary] } }) });
  await answer(3);
  const outcome = await screen.findByRole('heading', { name: '4 of 5 right. Module completed.' });
  expect(outcome).toHaveFocus();
  expect(api.of(CHECK).map(({ body }) => body)).toEqual([{ sections: 2, answers: [0, 0, 1, 0, 0] }]);
  expect(api.of(CHECK)[0]?.headers.get('Authorization')).toMatch(/^Bearer /);
  expect(questions()[0]).toHaveTextContent('Right. Because of 1.');
  expect(questions()[2]).toHaveTextContent('Not right. Because of 3.');
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  api.change(TRAINING, () => ({ json: { items: [{ ...summary, completed: true }] } }));
  await userEvent.click(screen.getByRole('link', { name: 'Back to training' }));
  expect(await screen.findByText('Completed')).toBeInTheDocument();
});

it('can be tried again at the questions, with the right answers kept', async () => {
  const api = openModule();
  await answer(1, 3, 5);
  expect(await screen.findByText('2 of 5 right. You need 4.')).toHaveFocus();
  expect(questions()[0]).toHaveTextContent('Not right. Because of 1.');
  for (const choice of screen.getAllByRole('radio')) expect(choice).toBeDisabled();
  await press('Try again');
  expect(questions()[0]).toHaveFocus();
  expect(screen.queryByText(/Because of/)).not.toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 2, name: 'Questions' })).toBeInTheDocument();
  expect(screen.getByRole('radio', { name: 'Good 2' })).toBeChecked();
  expect(screen.getByRole('radio', { name: 'Bad 1' })).not.toBeChecked();
  for (const number of [1, 3, 5]) await choose(`Good ${number}`);
  await press('Check answers');
  expect(await screen.findByText('5 of 5 right. Module completed.')).toBeInTheDocument();
  expect(api.of(CHECK)[1]?.body).toEqual({ sections: 2, answers: [0, 0, 0, 0, 0] });
});

it('calls a worse try at a completed module no success', async () => {
  openModule({ [CHECK]: () => ({ json: { ...judged([1, 1, 1, 0, 0]), completed: true } }) });
  await answer(1, 2, 3);
  expect(await screen.findByText('2 of 5 right. You need 4.')).toBeInTheDocument();
});

it('says at a question that it is not answered', async () => {
  const api = openModule();
  await read();
  await choose('Good 1');
  await press('Check answers');
  expect(screen.getAllByText('Choose an answer.')).toHaveLength(4);
  expect(within(questions()[0] as HTMLElement).queryByText('Choose an answer.')).not.toBeInTheDocument();
  const missing = screen.getByRole('radio', { name: 'Good 2' });
  expect(missing).toHaveFocus();
  expect(missing).toHaveAccessibleDescription('Choose an answer.');
  await userEvent.click(missing);
  expect(screen.getAllByText('Choose an answer.')).toHaveLength(3);
  expect(api.of(CHECK)).toEqual([]);
});

it('says when the answers could not be checked, and keeps them', async () => {
  const errors = { answers: 'Please answer every question.' };
  const api = openModule({ [CHECK]: () => problem(500, 'internal') });
  await answer();
  expect(await screen.findByText('Your answers could not be checked. Please try again.')).toBeInTheDocument();
  api.change(CHECK, () => problem(422, 'invalid', { errors }));
  await press('Check answers');
  expect(await screen.findByText('Please answer every question.')).toBeInTheDocument();
  api.change(CHECK, () => ({ json: judged([0, 0, 0, 0, 0]) }));
  await press('Check answers');
  expect(await screen.findByText('5 of 5 right. Module completed.')).toBeInTheDocument();
});

it('says when there is no such module', async () => {
  openModule({ [MODULE]: () => problem(404, 'not_found') });
  expect(await screen.findByText('There is no such module')).toBeInTheDocument();
  expect(screen.queryByText('Failed to load this module')).not.toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'See all modules' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Training' })).toBeInTheDocument();
});

it('says when it could not be loaded, and tries again', async () => {
  const api = openModule({ [MODULE]: () => problem(500, 'internal') });
  expect(await screen.findByText('Failed to load this module')).toBeInTheDocument();
  api.change(MODULE, () => ({ json: stopcocks }));
  await press('Retry');
  expect(await section(1)).toBeInTheDocument();
});

it('comes with activation', async () => {
  serverOf(newPro, { [MODULE]: () => ({ json: stopcocks }) });
  openArea('/master/training/stopcocks');
  expect(await screen.findByRole('heading', { name: 'Complete your profile' })).toBeInTheDocument();
});
