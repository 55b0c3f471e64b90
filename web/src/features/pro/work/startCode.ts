import * as z from 'zod/mini';
import { refuse } from '@/shared/textRules';
import { codeTyped } from '@/shared/typed';

/** The four digits that the client shows, however they are spaced. */
export const startCode = z.pipe(
  z.string(),
  z.transform((typed, context) => {
    const code = codeTyped(typed, 4);
    if (code === undefined) refuse(context, typed, 'Enter the four digits that the client shows you.');
    return code ?? typed;
  }),
);
