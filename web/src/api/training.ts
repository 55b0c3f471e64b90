// The training of the signed-in pro: short modules that are read and then asked about.
import { queryOptions } from '@tanstack/react-query';
import { call } from './client';
import { keys } from './keys';
import type { components } from './schema';

type Schemas = components['schemas'];

/** `duration` is in minutes. */
export type TrainingSummary = Schemas['TrainingSummary'];
export type TrainingModule = Schemas['TrainingModule'];
export type TrainingSection = Schemas['TrainingSection'];
export type TrainingQuestion = Schemas['TrainingQuestion'];
/** How many sections were read, and the place of the choice for each question. */
export type TrainingAnswers = Schemas['TrainingAnswers'];
/** `completed` may be from an earlier try: this one was good enough when `right` reaches `needed`. */
export type TrainingResult = Schemas['TrainingResult'];
export type TrainingVerdict = Schemas['TrainingVerdict'];

export const trainingQuery = (masterId: string) =>
  queryOptions({
    queryKey: keys.pro.training.list(masterId),
    queryFn: async ({ signal }) => {
      const path = `/masters/${encodeURIComponent(masterId)}/training`;
      const { items } = await call<Schemas['TrainingList']>(path, { as: 'person', signal });
      return items;
    },
  });

/** 404 for a module that does not exist. */
export const moduleQuery = (masterId: string, moduleId: string) =>
  queryOptions({
    queryKey: keys.pro.training.one(masterId, moduleId),
    queryFn: ({ signal }) => call<TrainingModule>(pathOf(masterId, moduleId), { as: 'person', signal }),
  });

/** 422 with `sections` or `answers`. */
export function checkAnswers(
  masterId: string,
  moduleId: string,
  answers: TrainingAnswers,
): Promise<TrainingResult> {
  const path = `${pathOf(masterId, moduleId)}/complete`;
  return call(path, { method: 'POST', json: answers, as: 'person' });
}

function pathOf(masterId: string, moduleId: string): string {
  return `/masters/${encodeURIComponent(masterId)}/trainings/${encodeURIComponent(moduleId)}`;
}
