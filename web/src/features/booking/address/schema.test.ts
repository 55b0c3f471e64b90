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

/** Field → message of what is refused; null when nothing is. */
function refused(change: Partial<AddressForm>): Record<string, string> | null {
  const result = schema.safeParse({ ...good, ...change });
  if (result.success) return null;
  return Object.fromEntries(result.error.issues.map((issue) => [String(issue.path[0]), issue.message]));
}

describe('the address form', () => {
  it('trims, normalises and leaves out what is empty', () => {
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

  it('names everything that is missing in the documents’ words, once each', () => {
    const empty = { fullName: ' ', phone: '', email: '', line1: '', postcode: ' ' };
    expect(refused(empty)).toEqual({
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
    expect(refused({ [field]: 'é'.repeat(limit) })).toBeNull();
    // Characters as the server counts them: an emoji is one.
    expect(refused({ [field]: '🔧'.repeat(limit) })).toBeNull();
    expect(refused({ [field]: 'é'.repeat(limit + 1) })).toEqual({
      [field]: `Use at most ${limit} characters.`,
    });
    expect(refused({ [field]: 'a\0b' })).toHaveProperty(field);
  });

  it.each(['020 7946 0000', '07012 345678', '0770090012', '077009001234', '+1 7700 900123', 'phone'])(
    'no UK mobile: %s',
    (phone) => expect(refused({ phone })).toEqual({ phone: 'Please enter a valid UK mobile number.' }),
  );

  it.each(['+44 (0)7700 900123', '0044 7700 900123', '447700900123', '07624 123456'])(
    'a UK mobile: %s',
    (phone) => expect(refused({ phone })).toBeNull(),
  );

  it('an email is optional, of a simple form, and at most 254 bytes', () => {
    expect(refused({ email: '' })).toBeNull();
    for (const email of ['ada', 'ada@', '@x.uk', 'ada@x', 'ada@x..uk', 'a da@x.uk', 'a@b@c.uk'])
      expect(refused({ email }), email).toEqual({ email: 'Please enter a valid email.' });
    expect(refused({ email: `${'a'.repeat(249)}@x.uk` })).toBeNull();
    expect(refused({ email: `${'a'.repeat(250)}@x.uk` })).toEqual({ email: 'Please enter a valid email.' });
  });

  it.each(['SW1', 'SW1A 1A', 'ZZ1 1AA', 'SW1A 1CA', '12345'])('no full postcode: %s', (postcode) =>
    expect(refused({ postcode })).toEqual({ postcode: 'Enter a full UK postcode (e.g., SW1A 1AA).' }),
  );
});
