#!/usr/bin/env bash
# Checks formatting, lints and types of both languages. Changes nothing.
set -euo pipefail
source "$(dirname "$0")/env.sh"
scripts/build.sh # the server embeds the web app and the web app imports the wasm module: neither checks without the other

say "Rust: format, lints"
cargo fmt --all --check
cargo clippy --release --workspace --all-targets -- -D warnings

if command -v cargo-deny >/dev/null; then
  say "Rust: licences, bans and sources of the dependencies"
  cargo deny check licenses bans sources
else
  LEFT_OUT+=("licences of the dependencies (cargo install cargo-deny to have them checked)")
fi

say "TypeScript: format, lints, types"
npm --prefix web run lint
npm --prefix web run typecheck
(cd tests/e2e && biome ci . && tsc -p .)

say "Scripts: syntax"
for script in scripts/*.sh .ci/run pricing-wasm/build.sh; do bash -n "$script"; done

tell_left_out
say "check passed"
