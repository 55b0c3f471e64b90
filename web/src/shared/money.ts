// Money formatting: whole pounds without pence, otherwise with pence, and a true minus sign. No price is ever computed here.

/** 9750 → '£97.50', 10700 → '£107', −500 → '−£5'. */
export function formatPence(pence: number, currency = 'GBP'): string {
  const text = formatter(currency, pence % 100 === 0 ? 0 : 2).format(Math.abs(pence) / 100);
  return pence < 0 ? `−${text}` : text;
}

/** Always with pence, for amounts in a column: 0 → '£0.00'. */
export function formatPenceExact(pence: number, currency = 'GBP'): string {
  const text = formatter(currency, 2).format(Math.abs(pence) / 100);
  return pence < 0 ? `−${text}` : text;
}

/** With a sign, for adjustments: 1950 → '+£19.50', 0 → '£0.00'. */
export function formatSignedPence(pence: number, currency = 'GBP'): string {
  return pence > 0 ? `+${formatPenceExact(pence, currency)}` : formatPenceExact(pence, currency);
}

/** A slot's difference in pounds: 0 → 'Base price', 10 → '+£10', −5 → '−£5'. */
export function formatSlotDelta(pounds: number): string {
  if (pounds === 0) return 'Base price';
  return pounds > 0 ? `+${formatPounds(pounds)}` : formatPounds(pounds);
}

/** For JSON fields in pounds (97.5). */
export function formatPounds(pounds: number, currency = 'GBP'): string {
  return formatPence(poundsToPence(pounds), currency);
}

/** '£90–£105', or a single amount if both ends are equal. */
export function formatRange(min: number, max: number, currency = 'GBP'): string {
  return min === max
    ? formatPounds(min, currency)
    : `${formatPounds(min, currency)}–${formatPounds(max, currency)}`;
}

/** The API's pounds have at most two decimals; rounding removes the binary fraction and changes nothing else. */
export function poundsToPence(pounds: number): number {
  return Math.round(pounds * 100);
}

const formatters = new Map<string, Intl.NumberFormat>();

function formatter(currency: string, digits: number): Intl.NumberFormat {
  const key = `${currency}${digits}`;
  let found = formatters.get(key);
  if (!found) {
    found = new Intl.NumberFormat('en-GB', {
      style: 'currency',
      currency,
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
    formatters.set(key, found);
  }
  return found;
}
