import * as z from 'zod/mini';
import { nextStep } from '@/api/limits';

const { minLength: SHORTEST, maxLength: LONGEST } = nextStep.cannotPhotograph;

/** Counted as the server does: in code points. */
const length = (text: string) => [...text].length;

export const isReason = (text: string) => length(text) >= SHORTEST && length(text) <= LONGEST;
export const NO_REASON = `Say why in ${SHORTEST} to ${LONGEST} characters.`;

/** Why a pro cannot show something. */
export const reason = z.string().check(z.trim(), z.refine<string>(isReason, NO_REASON));

export const reasonLeft = (typed: string) => `${LONGEST - length(typed)} left`;
