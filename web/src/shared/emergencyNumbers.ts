// Whom to call about gas and carbon monoxide where nobody's area is known: every area's number. The screens that say so have no need of the pricing
// module, whose price book names the same ones (a test compares them).
import type { EmergencyNumber } from '@/api/types';

export const GAS_NUMBERS: readonly EmergencyNumber[] = [
  { name: 'National Gas Emergency Service', number: '0800 111 999' },
  { name: 'Northern Ireland Gas Emergency Service', number: '0800 002 001' },
];

/** For everything else that is dangerous. */
export const GENERAL_NUMBER: EmergencyNumber = { name: 'Emergency services', number: '999' };

/** '0800 111 999' → 'tel:0800111999' */
export function telephone(number: string): string {
  return `tel:${number.replace(/\s/g, '')}`;
}

/** Advice that names the first service's number as it is right anywhere. */
export function anyArea(advice: string): string {
  const [first, second] = GAS_NUMBERS;
  if (!first || !second) return advice;
  return advice.replace(first.number, `${first.number} (Northern Ireland: ${second.number})`);
}
