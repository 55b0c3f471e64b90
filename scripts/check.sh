#!/usr/bin/env bash
# Checks formatting, lints and types of both languages. Changes nothing.
set -euo pipefail
source "$(dirname "$0")/env.sh"

rust() {
  timed "Rust: format" cargo fmt --all --check
  timed "Rust: lints" cargo clippy --workspace --all-targets -- -D warnings
}
web() {
  scripts/build.sh wasm # the web app imports its types
  timed "TypeScript: format, lints" npm --prefix web run lint
  timed "TypeScript: types" npm --prefix web run typecheck
  timed "browser journeys: format, lints, types" journeys
}
journeys() { cd tests/e2e && biome ci . && tsc -p .; }
together web rust

if command -v cargo-deny >/dev/null; then
  timed "Rust: licences, bans and sources of the dependencies" cargo deny check licenses bans sources
else
  LEFT_OUT+=("licences of the dependencies (cargo install cargo-deny to have them checked)")
fi

say "Scripts: syntax"
for script in scripts/*.sh .ci/run pricing-wasm/build.sh; do bash -n "$script"; done

tell_left_out
say "check passed"
