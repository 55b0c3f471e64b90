#!/usr/bin/env bash
# Measures what the product promises and prints each figure beside its limit. Arguments pick parts; none means all.
# Figures are for a quiet machine: every part runs alone, none of them in `just test`.
set -euo pipefail
export PROFILE=release
source "$(dirname "$0")/env.sh"
scripts/build.sh

pricing() { cargo bench --locked -p pricing-core; }
wasm() { node tests/parity/bench.mjs; }
# The bench `load` takes long and has a script of its own.
server() { node scripts/bench/server.mjs && cargo bench --locked -p callout --bench requests --bench flood --bench matching; }
sizes() { node scripts/bench/sizes.mjs; }
attacks() { node scripts/bench/attacks.mjs; }
api() { node scripts/bench/api.mjs; }
lighthouse() { node scripts/bench/lighthouse.mjs; }
# In the whole browser, as people have it.
browser() { CHROMIUM_HEADLESS_SHELL='' FIGURES=1 playwright test --config tests/e2e/playwright.config.ts --workers 1 --reporter line figures; }

[ $# -gt 0 ] || set -- pricing wasm sizes server attacks api lighthouse browser
missed=()
for part in "$@"; do
  case "$part" in
    pricing | wasm | sizes | server | attacks | api | lighthouse | browser) ;;
    *) fail "no bench called $part (pricing, wasm, sizes, server, attacks, api, lighthouse, browser)" ;;
  esac
  say "bench: $part"
  "$part" || missed+=("$part")
done
[ ${#missed[@]} -eq 0 ] || fail "beyond a limit or not run: ${missed[*]}"
