// The draft as the screens use it.
export { requireEstimate, requireReadyDraft } from './guards';
export { forgetPhoto, keepPhoto, readPhoto } from './photo';
export type { BookingDraft, FinalQuote } from './schema';
export { getDraft, resetDraft, updateDraft, useDraft } from './store';
