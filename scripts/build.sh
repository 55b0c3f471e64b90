#!/usr/bin/env bash
# Builds the product in order of dependency: wasm, then the web app, then the binary that embeds it.
# A part whose inputs are older than its output is not built again.
set -euo pipefail
source "$(dirname "$0")/env.sh"
scripts/setup.sh

if stale web/src/pricing/wasm pricing-core/src pricing-core/build pricing-core/data pricing-core/Cargo.toml pricing-wasm Cargo.toml; then
  say "building the pricing module for the browser"
  bash pricing-wasm/build.sh || fail "the WebAssembly module did not build"
  touch web/src/pricing/wasm
fi

if stale web/dist/index.html web; then
  say "building the web app"
  npm --prefix web run build || fail "the web app did not build"
  # Cargo does not watch the files that the server embeds.
  touch server/src/main.rs
fi

say "building the server"
cargo build --release -p callout || fail "the server did not build"
