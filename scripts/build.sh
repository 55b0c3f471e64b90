#!/usr/bin/env bash
# Builds the product in order of dependency: wasm, then the web app, then the binary that embeds it. PROFILE says how the server is
# built; arguments pick parts, none means all. A part whose inputs are older than its output is not built again.
set -euo pipefail
source "$(dirname "$0")/env.sh"

wasm() {
  stale web/src/pricing/wasm pricing-core/src pricing-core/build pricing-core/data pricing-core/Cargo.toml pricing-wasm Cargo.toml || return 0
  timed "the pricing module for the browser" bash pricing-wasm/build.sh || fail "the WebAssembly module did not build"
}

web() {
  stale web/dist/index.html web || return 0
  timed "the web app" npm --prefix web run build || fail "the web app did not build"
  # Cargo does not watch the files that the server embeds.
  touch server/src/main.rs
}

server() {
  timed "the server ($PROFILE)" cargo build --locked --profile "$PROFILE" -p callout || fail "the server did not build"
  [ "$PROFILE" != release ] || split_debug_info
}

# What ships goes without its debug information, which stays beside it (docs/operating.md says what for). Written to a file of its own
# first: cargo's copy is the same file by another name.
split_debug_info() {
  command -v objcopy >/dev/null || return 0
  local binary="$TARGET_DIR/release/callout"
  objcopy --only-keep-debug "$binary" "$binary.debug"
  objcopy --strip-debug --add-gnu-debuglink="$binary.debug" "$binary" "$binary.stripped"
  mv "$binary.stripped" "$binary"
}

library() { timed "the server's library ($PROFILE)" cargo build --locked --profile "$PROFILE" -p callout --lib || fail "the server did not build"; }
browser() { scripts/setup.sh && wasm && web; }

if [ $# -eq 0 ]; then
  # The library is most of the work, and needs neither wasm nor web app.
  together browser library
  server
else
  scripts/setup.sh
  for part; do
    case "$part" in
      wasm | web | server) "$part" ;;
      *) fail "no part called $part (wasm, web, server)" ;;
    esac
  done
fi
