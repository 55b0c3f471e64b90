import { expect, it } from 'vitest';
import { paperProblem, photoProblem } from './files';

const most = 10 * 1024 * 1024;

it('a photo is a JPEG, PNG or WebP of up to 10 MB', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp'])
    expect(photoProblem({ type, size: most })).toBeNull();
  expect(photoProblem({ type: 'image/jpeg', size: most + 1 })).toBe('Choose a photo of up to 10 MB.');
  expect(photoProblem({ type: 'application/pdf', size: 100 })).toBe('Choose a JPEG, PNG or WebP photo.');
  expect(photoProblem({ type: 'image/png', size: 0 })).not.toBeNull();
});

it('a document may be a PDF as well', () => {
  expect(paperProblem({ type: 'application/pdf', size: most })).toBeNull();
  expect(paperProblem({ type: 'application/pdf', size: most + 1 })).toBe('Choose a file of up to 10 MB.');
  expect(paperProblem({ type: 'text/plain', size: 100 })).toBe(
    'Choose a photo (JPEG, PNG or WebP) or a PDF.',
  );
  expect(paperProblem({ type: 'application/pdf', size: 0 })).not.toBeNull();
});
