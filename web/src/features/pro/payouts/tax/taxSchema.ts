// The form of the tax details, with the server's rules (domain/tax.rs); what the schema returns is what is sent.
import * as z from 'zod/mini';
import { taxInput as limits } from '@/api/limits';
import type { TaxInput } from '@/api/tax';
import { refuse, required } from '@/shared/textRules';
import { numberTyped } from '@/shared/typed';

export type TaxForm = TaxInput;

/** In its one spelling; empty, or as `pattern` says. */
function number(pattern: RegExp, message: string) {
  return z.pipe(
    z.string(),
    z.transform((typed, context) => {
      const plain = numberTyped(typed);
      if (plain !== '' && !pattern.test(plain)) refuse(context, typed, message);
      return plain;
    }),
  );
}

/** Some letters and pairs of them are never given out. */
const NATIONAL_INSURANCE = /^(?!BG|GB|NK|KN|TN|NT|ZZ)[ABCEGHJ-PRSTW-Z][ABCEGHJ-NPRSTW-Z]\d{6}[A-D]$/;

export const taxSchema = z.pipe(
  z.object({
    legalName: required('Legal name is required.', limits.legalName.maxLength),
    address: required('Address is required.', limits.address.maxLength),
    birthDate: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, 'Enter your date of birth.')),
    nationalInsurance: number(NATIONAL_INSURANCE, 'Enter a National Insurance number like QQ123456C.'),
    utr: number(/^\d{10}$/, 'A UTR has 10 digits.'),
    companyNumber: number(
      /^(\d{8}|[A-Z]{2}\d{6})$/,
      'A company number has 8 digits, or 2 letters and 6 digits.',
    ),
    vatNumber: number(/^(GB)?\d{9}$/, 'A VAT number has 9 digits.'),
  }),
  z.transform((details, context): TaxInput => {
    if (details.nationalInsurance === '' && details.utr === '')
      context.issues.push({
        code: 'custom',
        input: '',
        path: ['nationalInsurance'],
        message: 'Enter your National Insurance number or your UTR.',
      });
    return details;
  }),
);
