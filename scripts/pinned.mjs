// Fails unless everything that is built from is pinned: each npm package by the checksum of its content, each crate by Cargo.lock, which
// no script may let cargo change (but a line that says `# unlocked: why`). Reads files of the checkout alone.
import { readFileSync, readdirSync } from 'node:fs'

const { packages } = JSON.parse(readFileSync('web/package-lock.json', 'utf8'))
// What comes within another package's archive is covered by the checksum of that.
const unchecked = Object.entries(packages)
  .filter(([path, about]) => path && !about.link && !about.inBundle && !about.integrity)
  .map(([path]) => `web/package-lock.json: ${path} has no integrity`)

const scripts = readdirSync('scripts').filter((name) => name.endsWith('.sh'))
const files = ['.ci/run', 'justfile', 'README.md', 'pricing-wasm/build.sh', ...scripts.map((name) => `scripts/${name}`)]
const runs = /\bcargo (bench|build|check|clippy|doc|install|run|test)\b[^;&|`]*/g
const unlocked = files.flatMap((file) =>
  readFileSync(file, 'utf8')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#') && !line.includes('# unlocked: '))
    .flatMap((line) => line.match(runs) ?? [])
    .filter((run) => !run.includes('--locked'))
    .map((run) => `${file}: ${run.trim()} is without --locked`),
)

const flaws = [...unchecked, ...unlocked]
for (const flaw of flaws) console.error(flaw)
process.exit(flaws.length === 0 ? 0 : 1)
