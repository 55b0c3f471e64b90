import { beforeAll, describe, expect, it } from 'vitest';
import { loadPricing } from '@/pricing';
import { type AddressForm, addressSchema } from './schema';

let schema: ReturnType<typeof addressSchema>;
beforeAll(async () => {
  schema = addressSchema(await loadPricing());
});

const good: AddressForm = {
  fullName: '  Ada Brown ',
  phone: '07700 900 123',
  email: ' Ada@Example.COM ',
  line1: ' 1 High Street',
  line2: '',
  city: '',
  postcode: 'sw1a1aa',
  entryInfo: '  ',
};

/** The error message of each invalid field; null if the form is valid. */
function errorsFor(change: Partial<AddressForm>): Record<string, string> | null {
  const result = schema.safeParse({ ...good, ...change });
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
}

describe('the address form', () => {
  it('is refused where nobody works yet', () => {
    expect(errorsFor({ postcode: 'GY1 1AA' })).toEqual({ postcode: "We don't work there yet." });
  });

  it('trims and normalises, and leaves out empty fields', () => {
    expect(schema.parse(good)).toEqual({
      fullName: 'Ada Brown',
      phone: '+447700900123',
      email: 'ada@example.com',
      line1: '1 High Street',
      postcode: 'SW1A 1AA',
      line2: undefined,
      city: undefined,
      entryInfo: undefined,
    });
  });

  it('has one message for each missing field', () => {
    const empty = { fullName: ' ', phone: '', email: '', line1: '', postcode: ' ' };
    expect(errorsFor(empty)).toEqual({
      fullName: 'Full name is required.',
      phone: 'Please enter a valid UK mobile number.',
      line1: 'Address line is required.',
      postcode: 'Postcode is required.',
    });
    expect(schema.safeParse({ ...good, ...empty }).error?.issues).toHaveLength(4);
  });

  it.each([
    ['fullName', 100],
    ['line1', 120],
    ['line2', 120],
    ['city', 80],
    ['entryInfo', 500],
  ] as const)('%s takes %i characters and not one more', (field, limit) => {
    expect(errorsFor({ [field]: 'é'.repeat(limit) })).toBeNull();
    // Counted in code points, as on the server: an emoji is one.
    expect(errorsFor({ [field]: '🔧'.repeat(limit) })).toBeNull();
    expect(errorsFor({ [field]: 'é'.repeat(limit + 1) })).toEqual({
      [field]: `Use at most ${limit} characters.`,
    });
    expect(errorsFor({ [field]: 'a\0b' })).toHaveProperty(field);
  });

  it.each(['020 7946 0000', '07012 345678', '0770090012', '077009001234', '+1 7700 900123', 'phone'])(
    'rejects what is not a UK mobile: %s',
    (phone) => expect(errorsFor({ phone })).toEqual({ phone: 'Please enter a valid UK mobile number.' }),
  );

  it.each(['+44 (0)7700 900123', '0044 7700 900123', '447700900123', '07624 123456'])(
    'accepts a UK mobile: %s',
    (phone) => expect(errorsFor({ phone })).toBeNull(),
  );

  it('allows no email, or a plausible one of at most 254 bytes', () => {
    expect(errorsFor({ email: '' })).toBeNull();
    for (const email of ['ada', 'ada@', '@x.uk', 'ada@x', 'ada@x..uk', 'a da@x.uk', 'a@b@c.uk'])
      expect(errorsFor({ email }), email).toEqual({ email: 'Please enter a valid email.' });
    const before = `${'a'.repeat(64)}@${'b'.repeat(63)}.${'c'.repeat(63)}.`;
    expect(errorsFor({ email: `${before}${'d'.repeat(58)}.uk` })).toBeNull();
    expect(errorsFor({ email: `${before}${'d'.repeat(59)}.uk` })).toEqual({
      email: 'Please enter a valid email.',
    });
  });

  it.each(['SW1', 'SW1A 1A', 'ZZ1 1AA', 'SW1A 1CA', '12345'])(
    'rejects what is not a full postcode: %s',
    (postcode) =>
      expect(errorsFor({ postcode })).toEqual({ postcode: 'Enter a full UK postcode (e.g., SW1A 1AA).' }),
  );
});
