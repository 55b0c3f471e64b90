// What the review and the payment step share: the price on this device, the signed quote, its redemption.
export { makeAttempts } from './attempt';
export { BaseChangeNotice } from './BaseChangeNotice';
export type { DraftPrice } from './draftPrice';
export { addressLines, areaOf, issueOf, whenOf } from './jobWords';
export { chooseAnotherTime, leaveFor, mustNotBook } from './leave';
export { PhotoDialog } from './PhotoDialog';
export { PriceChangedDialog } from './PriceChangedDialog';
export { addressOf, GuestRefused, quoteRequestOf, requestQuote } from './quoteRequest';
export { isPhotoProblem, sendPhoto } from './sendPhoto';
export { useDraftPrice } from './useDraftPrice';
export { type ChangedPrice, type QuoteState, timeLeft, useQuote } from './useQuote';
export { useWhenBackOnline } from './useWhenBackOnline';
