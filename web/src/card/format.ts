// Formats card fields while they are typed, and checks whether they are plausible.

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** '42424242' → '4242 4242' */
export function groupNumber(text: string): string {
  return digitsOf(text)
    .slice(0, 19)
    .replace(/(.{4})(?=.)/g, '$1 ');
}

/** '1228' → '12 / 28'; deleting across the slash works too. */
export function groupExpiry(text: string, before: string): string {
  const digits = digitsOf(text).slice(0, 4);
  const deleting = text.length < before.length;
  if (digits.length < 2 || (digits.length === 2 && deleting)) return digits;
  return `${digits.slice(0, 2)} / ${digits.slice(2)}`;
}

/** Whether the number's check digit is right (the Luhn algorithm). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
}

/** The month and year in 'MM / YY', the last month in which the card is valid; null if it is not a month. */
export function expiryOf(text: string): { month: number; year: number } | null {
  const digits = digitsOf(text);
  const month = Number(digits.slice(0, 2));
  if (digits.length !== 4 || month < 1 || month > 12) return null;
  return { month, year: 2000 + Number(digits.slice(2)) };
}
