// Shared by the review and payment steps: the price on this device, the signed quote, and its redemption.
export { makeAttempts } from './attempt';
export { BaseChangeNotice } from './BaseChangeNotice';
export type { DraftPrice } from './draftPrice';
export { addressLines, areaOf, issueOf, whenOf } from './jobText';
export { PhotoDialog } from './PhotoDialog';
export { PriceChangedDialog } from './PriceChangedDialog';
export { addressOf, GuestNotCreated, quoteRequestOf, requestQuote } from './quoteRequest';
export { chooseAnotherTime, isBookingBlocked, redirectOn } from './redirects';
export { isPhotoProblem, sendPhoto } from './sendPhoto';
export { useDraftPrice } from './useDraftPrice';
export { type ChangedPrice, type QuoteState, timeLeft, useQuote } from './useQuote';
export { useWhenBackOnline } from './useWhenBackOnline';
