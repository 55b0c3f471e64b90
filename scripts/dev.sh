#!/usr/bin/env bash
# The server on 8080, built and started anew when Rust changes, and Vite's development server in front of it; all end together.
# The old server answers until the new one has been built, and goes on if that fails.
set -euo pipefail
source "$(dirname "$0")/env.sh"

looked="$(mktemp)" # as old as the last look
scripts/build.sh

serve() {
  "$CALLOUT_BIN" serve --demo "$@" &
  server=$!
}
serve "$@"
(cd web && exec vite) &
vite=$!
trap 'kill "$server" "$vite" 2>/dev/null || true; rm "$looked"' EXIT

while kill -0 "$vite" 2>/dev/null; do
  sleep 1
  stale "$looked" server pricing-core pricing-wasm migrations .cargo Cargo.toml Cargo.lock || continue
  touch "$looked"
  if ! scripts/build.sh wasm server; then
    say "the server that runs is the one before this error"
  elif [ "$CALLOUT_BIN" -nt "$looked" ]; then
    kill "$server" 2>/dev/null || true
    wait "$server" || true
    serve "$@"
  fi
done
