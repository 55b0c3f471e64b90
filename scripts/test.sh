#!/usr/bin/env bash
# Every test: Rust (both databases), parity of native and wasm pricing, the web app's own, the browser journeys.
set -euo pipefail
source "$(dirname "$0")/env.sh"
source scripts/services.sh
scripts/build.sh

say "Rust tests"
(unhurried; cargo test --release --workspace)

say "native and wasm price alike: the fixtures, then ${PARITY_CASES:-10000} random cases"
node tests/parity/fixtures.mjs
node tests/parity/differential.mjs "${PARITY_CASES:-10000}"

say "web tests"
npm --prefix web test

if [ -n "$CHROMIUM" ]; then
  scripts/demo.sh
  say "browser journeys"
  playwright test --config tests/e2e/playwright.config.ts
fi

tell_left_out
say "all tests passed"
