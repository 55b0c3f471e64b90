// The pro's training: read, then asked about.
import { notFound, route, type Schemas } from '../route';
import { type Module, modules, NEEDED } from '../training';
import { theWorld } from '../world';

function moduleOf(id: string): Module {
  const module = modules.find((one) => one.id === id);
  if (!module) throw notFound('Module');
  return module;
}

function summary({ id, title, description, minutes }: Module): Schemas['TrainingSummary'] {
  return { id, title, description, duration: minutes, completed: theWorld().pro.trained.includes(id) };
}

export const trainingHandlers = [
  route('get', '/api/masters/{id}/training', () => ({ items: modules.map(summary) })),
  route('get', '/api/masters/{id}/trainings/{moduleId}', ({ value }) => {
    const module = moduleOf(value('moduleId'));
    const questions = module.questions.map(({ text, choices }) => ({ text, choices }));
    return { ...summary(module), sections: module.sections, questions };
  }),
  route('post', '/api/masters/{id}/trainings/{moduleId}/complete', ({ value, body }) => {
    const { id, questions } = moduleOf(value('moduleId'));
    const answers = questions.map(({ answer, why }, index) => ({
      right: body.answers[index] === answer,
      why,
    }));
    const right = answers.filter((one) => one.right).length;
    const { trained } = theWorld().pro;
    if (right >= NEEDED && !trained.includes(id)) trained.push(id);
    return { answers, right, needed: NEEDED, completed: trained.includes(id) };
  }),
];
