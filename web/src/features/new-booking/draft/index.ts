// What screens may use of the draft.
export { ElsewhereNotice } from './ElsewhereNotice';
export { Guard, missingEstimate, missingStep } from './Guard';
export { InvitedNotice } from './InvitedNotice';
export { forgetPhoto, keepPhoto, readPhoto } from './photo';
export { editPath, type ReturnTo, useStepOrder } from './returnTo';
export { type BaseChangeDraft, type BookingDraft, type FinalQuote, outwardOf } from './schema';
export { getDraft, resetDraft, updateDraft, useDraft, useElsewhere } from './store';
