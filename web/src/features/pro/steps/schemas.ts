// The rules of the forms, with the server's own limits. What they return is what is sent.
import * as z from 'zod/mini';
import { masterBasicsInput, masterCompanyInput } from '@/api/limits';
import type { MasterBasicsChange, MasterCompany, Skill } from '@/api/types';
import { reading, readOrNull, type TypedRules } from '@/pricing';
import { normalised, optional, refuse, required } from '@/shared/textRules';
import { skillNames } from '../words';

export type BasicsForm = Record<keyof MasterBasicsChange, string>;
export type CompanyForm = Record<keyof MasterCompany, string>;
export type SkillsForm = { skills: string[] };

const MOST_YEARS = masterBasicsInput.experienceYears.maximum;

export function basicsSchema(rules: TypedRules) {
  return z.object({
    firstName: required('First name is required.', masterBasicsInput.firstName.maxLength),
    lastName: required('Last name is required.', masterBasicsInput.lastName.maxLength),
    phone: normalised(reading(rules, 'phone')),
    experienceYears: z.pipe(
      z.string().check(z.trim()),
      z.transform((typed, context) => {
        const years = Number(typed);
        if (!/^\d{1,2}$/.test(typed) || years > MOST_YEARS)
          refuse(context, typed, `Enter a whole number of years, from 0 to ${MOST_YEARS}.`);
        return years;
      }),
    ),
    legalName: optional(masterBasicsInput.legalName.maxLength),
    // It is one line for the server, however it was typed.
    tradingAddress: z.pipe(
      z.pipe(
        z.string(),
        z.transform((typed) => typed.trim().replace(/\s*[\r\n]+\s*/g, ', ')),
      ),
      required('Trading address is required.', masterBasicsInput.tradingAddress.maxLength),
    ),
  });
}

export const skillsSchema = z.object({
  skills: z.pipe(
    z.array(z.string()).check(z.minLength(1, 'Choose at least one skill.')),
    z.transform((chosen): Skill[] => skillNames.filter((skill) => chosen.includes(skill))),
  ),
});

export const companySchema = z.object({
  name: required('Company name is required.', masterCompanyInput.name.maxLength),
  number: optional(),
  vatNumber: optional(),
});

/** A full postcode, or the first half of one. */
export function areaPostcode(typed: string, rules: TypedRules): string {
  const found = readOrNull(rules, 'postcode', typed) ?? readOrNull(rules, 'area', typed);
  if (found !== null) return found;
  throw new Error('Enter a postcode or its first half, such as SW1A 1AA or SW1A.');
}
