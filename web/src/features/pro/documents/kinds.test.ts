import { expect, it } from 'vitest';
import { expiryProblem, statusText, wantedKinds } from './kinds';

const needed = (skills: Parameters<typeof wantedKinds>[0]) =>
  wantedKinds(skills).flatMap(({ kind, optional }) => (optional ? [] : [kind]));

it('asks for what the skills need, and first for that', () => {
  expect(needed(['handyman', 'builder'])).toEqual(['identity']);
  expect(needed(['electrician'])).toEqual(['identity', 'electrical']);
  expect(needed(['plumber', 'electrician'])).toEqual(['identity', 'electrical', 'gas_safe']);
  expect(wantedKinds(['plumber']).map(({ kind }) => kind)).toEqual([
    'identity',
    'gas_safe',
    'electrical',
    'insurance',
    'other',
  ]);
});

it('names the status of a document, and why it was rejected', () => {
  expect(statusText({ status: 'uploaded' })).toBe('Uploaded, waiting for verification');
  expect(statusText({ status: 'verified' })).toBe('Verified');
  expect(statusText({ status: 'rejected', reason: 'too dark' })).toBe('Rejected: too dark');
  expect(statusText({ status: 'expired' })).toBe('Expired');
});

it('a registration is valid until a later day', () => {
  const today = '2026-11-22';
  expect(expiryProblem('gas_safe', '', today)).toBe('Enter the last day it is valid.');
  expect(expiryProblem('electrical', today, today)).toBe('This day has passed. Enter a day in the future.');
  expect(expiryProblem('electrical', '2026-11-23', today)).toBeNull();
  expect(expiryProblem('identity', '', today)).toBeNull();
});
