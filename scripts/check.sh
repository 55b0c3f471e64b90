#!/usr/bin/env bash
# Checks formatting, lints and types of both languages. Changes nothing.
set -euo pipefail
source "$(dirname "$0")/env.sh"

rust() {
  timed "Rust: format" cargo fmt --all --check
  timed "Rust: lints" cargo clippy --locked --workspace --all-targets -- -D warnings
}
web() {
  scripts/build.sh wasm # the web app imports its types
  timed "TypeScript: format, lints" npm --prefix web run lint
  timed "TypeScript: types" npm --prefix web run typecheck
  timed "browser journeys: format, lints, types" journeys
}
journeys() { cd tests/e2e && biome ci . && tsc -p .; }
together web rust

timed "every package and crate is pinned" node scripts/pinned.mjs

if command -v cargo-deny >/dev/null; then
  timed "Rust: licences, bans and sources of the dependencies" cargo deny check licenses bans sources
  if cargo deny fetch db 2>/dev/null; then
    timed "Rust: known flaws of the dependencies" cargo deny check --disable-fetch advisories
  else
    LEFT_OUT+=("known flaws of the crates (the RustSec database cannot be reached)")
  fi
else
  LEFT_OUT+=("licences and known flaws of the crates (cargo install --locked cargo-deny to have them checked)")
fi
audit() { npm --prefix web audit --package-lock-only --fetch-retries 0 --fetch-timeout 20000 "$@"; }
if [[ "$(audit --json 2>/dev/null)" == *auditReportVersion* ]]; then
  timed "npm: known flaws of the packages" audit --audit-level moderate
else
  LEFT_OUT+=("known flaws of the npm packages (the registry answers no audit)")
fi

say "Scripts: syntax"
for script in scripts/*.sh .ci/run pricing-wasm/build.sh; do bash -n "$script"; done

tell_left_out
say "check passed"
