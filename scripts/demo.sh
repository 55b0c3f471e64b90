#!/usr/bin/env bash
# Builds the static demonstration into web/dist-demo; with `serve` it is then served on http://127.0.0.1:4173.
set -euo pipefail
source "$(dirname "$0")/env.sh"
scripts/setup.sh

if stale web/src/pricing/wasm pricing-core/src pricing-core/build pricing-core/data pricing-core/Cargo.toml pricing-wasm Cargo.toml; then
  say "building the pricing module for the browser"
  bash pricing-wasm/build.sh || fail "the WebAssembly module did not build"
  touch web/src/pricing/wasm
fi

if stale web/dist-demo/index.html web server/data server/src/training; then
  say "building the demonstration"
  VITE_MOCKS=on npm --prefix web run build || fail "the demonstration did not build"
fi

[ "${1:-}" != serve ] || VITE_MOCKS=on exec npm --prefix web run preview
