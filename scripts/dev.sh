#!/usr/bin/env bash
# The server on 8080 and Vite's development server in front of it; both end together.
set -euo pipefail
source "$(dirname "$0")/env.sh"
scripts/build.sh
"$CALLOUT_BIN" serve --demo "$@" &
trap 'kill "$!" 2>/dev/null || true' EXIT
npm --prefix web run dev
