// npm leaves out of package-lock.json the optional packages for platforms it did not see, and `npm ci` then rejects the lock file
// ("Missing: @biomejs/cli-… from lock file"). This adds version-only entries for them. Run it after every `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8'));
const exact = /^\d+\.\d+\.\d+(-[\w.]+)?$/;
let added = 0;
for (const entry of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    const key = `node_modules/${name}`;
    if (lock.packages[key] || !exact.test(version)) continue;
    lock.packages[key] = { version, dev: true, optional: true };
    added += 1;
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`package-lock.json: ${added} optional entries added`);
