#!/usr/bin/env bash
# Every test: Rust (both databases), parity of native and wasm pricing, the web app's own, the browser journeys.
set -euo pipefail
source "$(dirname "$0")/env.sh"
timed "services of the tests" source scripts/services.sh
scripts/build.sh

# The compiler gives way: tests in a browser have time limits.
rust() { timed "Rust tests: compile" nice cargo test --locked --quiet --workspace --no-run; }
web() {
  timed "web tests" npm --prefix web test
  [ -z "$CHROMIUM" ] || timed "the demonstration without a server" scripts/demo.sh
}
together web rust

timed "Rust tests: every crate's own" cargo test --locked --workspace --exclude api-tests
# They wait for the databases as long as they compute, and write down the statements that they run.
CALLOUT_TEST_STATEMENTS="$(mktemp -d)"
export CALLOUT_TEST_STATEMENTS
(unhurried && timed "Rust tests: API" env RUST_TEST_THREADS="$((2 * $(nproc)))" cargo test --locked -p api-tests)
without=(); [ -n "${TEST_POSTGRES_URL:-}" ] || without=(--skip on_postgres)
timed "plans, without statistics, of every statement of the API tests" \
  cargo test --locked -p api-tests --test api -- --ignored plans ${without[@]+"${without[@]}"}

fixtures() { node tests/parity/fixtures.mjs && node tests/parity/differential.mjs "${PARITY_CASES:-10000}"; }
timed "native and wasm price alike: the fixtures, then ${PARITY_CASES:-10000} random cases" fixtures

[ -z "$CHROMIUM" ] || timed "browser journeys" playwright test --config tests/e2e/playwright.config.ts

tell_left_out
say "all tests passed"
