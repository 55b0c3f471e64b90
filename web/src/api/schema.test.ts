import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

// That the OpenAPI document matches the server's routes is checked by tests/api/tests/api/contract.rs.
it.each(['schema', 'limits'])(
  '%s.ts was generated from the committed OpenAPI document (if not, run just gen)',
  (name) => {
    const source = createHash('sha256').update(readFileSync('openapi.json')).digest('hex');
    const [firstLine] = readFileSync(`src/api/${name}.ts`, 'utf8').split('\n');
    expect(firstLine).toContain(source);
  },
);
