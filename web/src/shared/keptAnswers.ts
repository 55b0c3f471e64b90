// Answers of the server that somebody needs without a network, such as a pro's jobs, kept like the bookings that a client has seen.
import { isNumber, isShape, isText } from './checks';
import { keptOfPerson, personHere } from './ofPerson';
import { serverNow } from './session';
import { KEPT_ANSWERS } from './storage';

interface KeptAnswer {
  /** What was asked. */
  key: string;
  answer: unknown;
  /** Unix milliseconds by the server's clock: when it was given, and until when it is kept. */
  seenAt: number;
  until: number;
}

/** More than this, in characters of JSON, is not kept: steps and messages that wait need room, too. */
const MOST = 1_000_000;

const kept = keptOfPerson<KeptAnswer>({
  key: KEPT_ANSWERS,
  isItem: isShape<KeptAnswer>({
    key: isText(300),
    answer: (value): value is unknown => value !== undefined && value !== null,
    seenAt: isNumber,
    until: isNumber,
  }),
  isOver: ({ until }) => until <= serverNow(),
});
kept.wipeWithSession();

export const useKeptAnswers = kept.use;

export function keptAnswer(key: string): KeptAnswer | undefined {
  return kept.items().find((one) => one.key === key);
}

/** `person` is who asked: an answer that comes after they have left is not kept. */
export function keepAnswer(person: string, answer: Omit<KeptAnswer, 'seenAt'>): void {
  if (person !== personHere()) return;
  const others = kept.items().filter(({ key }) => key !== answer.key);
  kept.write(fitting([{ ...answer, seenAt: serverNow() }, ...others]));
}

/** The newest of these, as many as there is room for. */
function fitting(answers: readonly KeptAnswer[]): KeptAnswer[] {
  let left = MOST;
  return answers.filter((answer) => {
    left -= JSON.stringify(answer).length;
    return left >= 0;
  });
}

/** The server no longer shows it to this person. */
export function forgetAnswer(key: string): void {
  const left = kept.items().filter((one) => one.key !== key);
  if (left.length < kept.items().length) kept.write(left);
}
