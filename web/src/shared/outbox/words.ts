import type { Waiting } from './items';
import { MESSAGE } from './messages';

/** '2 steps are not sent yet', '1 step and 1 message are not sent yet' */
export function notSentText(items: readonly Pick<Waiting, 'kind'>[]): string {
  const messages = items.filter(({ kind }) => kind === MESSAGE).length;
  const counted = [counts(items.length - messages, 'step'), counts(messages, 'message')].filter(Boolean);
  return `${counted.join(' and ')} ${items.length === 1 ? 'is' : 'are'} not sent yet`;
}

function counts(count: number, what: string): string {
  return count === 0 ? '' : `${count} ${what}${count === 1 ? '' : 's'}`;
}
