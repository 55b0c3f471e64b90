#!/usr/bin/env bash
# Builds the static demonstration into web/dist-demo; with `serve` it is then served on http://127.0.0.1:4173.
set -euo pipefail
source "$(dirname "$0")/env.sh"
scripts/build.sh wasm

if stale web/dist-demo/index.html web; then
  say "building the demonstration"
  VITE_MOCKS=on npm --prefix web run build || fail "the demonstration did not build"
fi

[ "${1:-}" != serve ] || VITE_MOCKS=on exec npm --prefix web run preview
