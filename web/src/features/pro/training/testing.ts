// Shared by the tests of the training: a module as the server gives it.
import type { TrainingModule, TrainingSummary } from '@/api/training';

export const MODULE = 'GET /api/masters/m-1/trainings/stopcocks';
export const CHECK = 'POST /api/masters/m-1/trainings/stopcocks/complete';

export const summary: TrainingSummary = {
  id: 'stopcocks',
  title: 'Turning off the water',
  description: 'Where stopcocks are and how to close them',
  duration: 10,
  completed: false,
};

export const stopcocks: TrainingModule = {
  ...summary,
  sections: [
    { title: 'Find it', paragraphs: ['Look under the sink first.', 'Then ask the client.'] },
    { title: 'Close it', paragraphs: ['Turn it clockwise.'] },
  ],
  questions: [1, 2, 3, 4, 5].map((number) => ({
    text: `What about case ${number}?`,
    choices: [`Good ${number}`, `Bad ${number}`],
  })),
};

/** How the server judges these answers: the first choice is the right one. */
export function judged(answers: readonly number[]) {
  const verdicts = answers.map((answer, index) => ({ right: answer === 0, why: `Because of ${index + 1}.` }));
  const right = verdicts.filter((verdict) => verdict.right).length;
  return { completed: right >= 4, right, needed: 4, answers: verdicts };
}
