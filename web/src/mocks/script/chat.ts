// What the other side writes: a greeting once a job is taken, and an answer to whatever the visitor writes.
import { SECOND } from '../clock';
import { hasPro, readAll, write } from '../steps';
import type { DemoBooking } from '../world';

export type Act = () => void | Promise<void>;

const GREET_AFTER = 2 * SECOND;
const ANSWER_AFTER = 2.5 * SECOND;

const words = {
  pro: {
    greeting: 'Hello, I have your job and will be on my way in a moment. (I am part of the demonstration.)',
    answers: ['Thanks, good to know.', 'No problem at all.', 'Yes, that works. See you soon.'],
  },
  client: {
    greeting: 'Hello, thank you for taking it. (I am part of the demonstration.)',
    answers: ['Thank you, that helps.', 'Yes, please.', 'Great, see you soon.'],
  },
};

/** What is to be written now, if anything. */
export function chatStep(booking: DemoBooking, now: number): Act | undefined {
  const { visitor, messages, since } = booking;
  const side = visitor === 'client' ? 'pro' : 'client';
  const { greeting, answers } = words[side];
  if (!hasPro(booking)) return undefined;
  const last = messages.at(-1);
  if (!last)
    return now - since >= GREET_AFTER ? () => write(booking, { from: side, text: greeting }) : undefined;
  if (last.from === side || now - last.at < ANSWER_AFTER) return undefined;
  const own = messages.filter(({ from }) => from === side).length;
  const text = answers[own % answers.length] ?? greeting;
  return () => {
    readAll(booking, side);
    write(booking, { from: side, text });
  };
}
