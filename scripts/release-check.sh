#!/usr/bin/env bash
# The second gate, before a version is tagged: what ships, built and proven. `just check` and `just test` are the first.
set -euo pipefail
export PROFILE=release
source "$(dirname "$0")/env.sh"
source scripts/services.sh

TIMES="$(mktemp)"
export TIMES
trap 'tell_times; rm "$TIMES"' EXIT

scripts/build.sh
[ -z "$CHROMIUM" ] || timed "one journey in a browser" playwright test --config tests/e2e/playwright.config.ts --grep @smoke
timed "native and wasm price alike" scripts/prove.sh parity 1000000
timed "money" scripts/prove.sh money 200
timed "webhooks" scripts/prove.sh webhooks 10000
timed "backup and restore" scripts/try-backup.sh

tell_left_out
say "release check passed: $("$CALLOUT_BIN" --version)"
