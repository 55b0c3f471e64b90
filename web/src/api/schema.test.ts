import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// The other half of the chain, the document against the server's routes, is tests/api/tests/api/contract.rs.
it('is generated from the committed OpenAPI document (else: just gen)', () => {
  const source = createHash('sha256').update(readFileSync('openapi.json')).digest('hex');
  const [firstLine] = readFileSync('src/api/schema.ts', 'utf8').split('\n');
  expect(firstLine).toContain(source);
});
