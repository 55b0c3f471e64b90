// What screens may use of the draft.
export { Guard, missingEstimate, missingStep } from './Guard';
export { forgetPhoto, keepPhoto, readPhoto } from './photo';
export type { BookingDraft, FinalQuote } from './schema';
export { getDraft, resetDraft, updateDraft, useDraft } from './store';
