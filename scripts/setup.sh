#!/usr/bin/env bash
# Makes a machine with only Rust and Node ready: wasm target, wasm tools, the web app's packages. Does nothing, in a second, when all is
# there.
set -euo pipefail
source "$(dirname "$0")/env.sh"

command -v cargo >/dev/null || fail "Rust is needed (1.95 or newer, https://rustup.rs): no cargo on the PATH"
command -v npm >/dev/null || fail "Node is needed (20.19 or newer, https://nodejs.org): no npm on the PATH"
node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)' ||
  fail "Node 20.19 or newer is needed; this is $(node --version)"

if [ ! -d "$(rustc --print target-libdir --target wasm32-unknown-unknown)" ]; then
  timed "Rust's WebAssembly target" rustup target add wasm32-unknown-unknown ||
    fail "could not add the target wasm32-unknown-unknown (with a Rust that is not rustup's, install its wasm32 standard library)"
fi

# install_tool CRATE VERSION COMMAND: compiled as quickly as can be, which is fast enough, and with the other's dependencies. A registry's
# mirror may lack a version that the tool's own lock file names: then the tool is built with the newest that the mirror has.
install_tool() (
  case "$("$TOOLS/bin/$3" --version 2>/dev/null)" in *" $2") exit ;; esac
  local install=(cargo install --debug --root "$TOOLS" --version "$2" --bin "$3" --force "$1") # unlocked: --locked is tried first, below
  export CARGO_PROFILE_DEV_DEBUG=false CARGO_TARGET_DIR="$TOOLS/target"
  timed "$1 $2, into $TOOLS" "${install[@]}" --locked || timed "$1 $2, without its lock file" "${install[@]}" ||
    fail "$1 $2 could not be installed: is crates.io reachable?"
)
install_tool wasm-pack "$WASM_PACK_VERSION" wasm-pack
install_tool wasm-bindgen-cli "$WASM_BINDGEN_VERSION" wasm-bindgen
rm -rf "$TOOLS/target"

# A copy of the installed lock file is kept beside the packages; if the lock file differs, they are installed again.
if ! cmp -s web/package-lock.json web/node_modules/.installed-lock.json; then
  timed "the web app's packages" npm --prefix web ci --no-audit --no-fund || fail "npm ci did not work in web/: is the npm registry reachable?"
  cp web/package-lock.json web/node_modules/.installed-lock.json
fi
# The browser tests live in tests/e2e and use the web app's packages.
if [ -d tests/e2e ] && [ ! -e tests/e2e/node_modules ]; then
  ln -s ../../web/node_modules tests/e2e/node_modules
fi
