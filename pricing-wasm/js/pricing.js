// Typed functions over the module's JSON (pricing.d.ts): no rule in here either. Built into web/src/pricing/wasm by build.sh.

/** A PricingFailure: `message` is for people, `code` and `field` for programs. */
function failure({ message, ...about }) {
  return Object.assign(new Error(message), about);
}

/** The typed functions of a loaded module. What is undefined or null counts as absent. */
export function pricingOf(module) {
  const ask = (fn, input) => {
    const answer = JSON.parse(module.answer(JSON.stringify({ fn, in: input }), true));
    if (answer.error) throw failure(answer.error);
    return answer;
  };
  return {
    estimate: (text, postcode, quickFix, problemTypeToUse) => ask('estimate', { text, postcode, quickFix, problemTypeToUse }),
    classify: (text) => ask('classify', { text }),
    region: (postcode) => ask('region', { postcode }),
    slots: (now, cheaper) => ask('slots', { now, cheaper }),
    refine: (urgency, time, baseGBP) => ask('refine', { urgency, time, baseGBP }),
    coupon: (code, amountPence, currency, firstBooking) => ask('coupon', { code, amountPence, currency, firstBooking }),
    quote: (input) => ask('quote', input),
    deltaLabel: (urgency, slotDeltaGBP, time) => ask('deltaLabel', { urgency, slotDeltaGBP, time }),
    monthTotals: (basePence, now, cheaper) => ask('monthTotals', { basePence, now, cheaper }),
    budget: (totalPence, budgetGBP) => ask('budget', { totalPence, budgetGBP }),
    fee: (amountPence) => ask('fee', { amountPence }),
    cancellation: (input) => ask('cancellation', input),
    normalisePhone: (phone) => ask('phone', { phone }),
    formatPostcode: (postcode) => ask('postcode', { postcode }),
    checkPrefix: (prefix) => ask('prefix', { prefix }),
    loadBook(json) {
      const message = module.loadBook(json);
      if (message) throw failure({ message, code: 'invalid_book' });
    },
    bookVersion: () => JSON.parse(module.bookJson()).version,
    bookJson: () => module.bookJson(),
    priceJson: (line) => module.answer(line, false),
  };
}
