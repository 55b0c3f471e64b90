// Shared by the review and payment steps: the price on this device, the signed quote, and its redemption.
export { BaseChangeNotice } from './BaseChangeNotice';
export { CheckoutButton } from './CheckoutButton';
export { CheckoutDialogs } from './CheckoutDialogs';
export type { DraftPrice } from './draftPrice';
export { EarlyStart } from './EarlyStart';
export { addressLines, areaOf, issueOf, whenOf } from './jobText';
export { problemOf } from './problem';
export { type Checkout, type PriceMode, useCheckout } from './useCheckout';
export { type PricedDraft, REVIEW_TITLE, WithPrice } from './WithPrice';
