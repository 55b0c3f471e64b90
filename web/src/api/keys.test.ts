import { expect, it } from 'vitest';
import { keys } from './keys';

it('keeps the conversations of one booking with two pros apart', () => {
  expect(keys.chat('C-1', 'm-1')).not.toEqual(keys.chat('C-1', 'm-2'));
});
