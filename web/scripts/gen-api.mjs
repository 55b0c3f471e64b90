// Generates src/api/schema.ts from openapi.json (made by `callout openapi`). openapi-typescript does not run under
// TypeScript 7, so it is run apart, with TypeScript 5.9, by npx in its own cache.
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const web = fileURLToPath(new URL('..', import.meta.url));
execFileSync(
  'npx',
  [
    '--yes',
    '-p',
    'typescript@5.9.3',
    '-p',
    'openapi-typescript@7.13.0',
    'openapi-typescript',
    'openapi.json',
    '-o',
    'src/api/schema.ts',
  ],
  { cwd: web, stdio: 'inherit' },
);
