# What every script shares: where things are, and how to report what was left out. Sourced, never run.
# Change a path here and everything (just, .ci/run, the benches, the tests) follows.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"

# The release binary, wherever cargo was told to build. Tests and benches read CALLOUT_BIN.
TARGET_DIR="${CARGO_TARGET_DIR:-$ROOT/target}"
export CALLOUT_BIN="${CALLOUT_BIN:-$TARGET_DIR/release/callout}"

# The wasm tools live outside the checkout, so that a second clone does not build them again.
TOOLS="${CALLOUT_TOOLS:-$HOME/.cache/callout-tools}"
export PATH="$TOOLS/bin:$ROOT/web/node_modules/.bin:$PATH"

# wasm-bindgen-cli must be the very version of the wasm-bindgen crate (pricing-wasm/Cargo.toml pins it).
WASM_PACK_VERSION=0.15.1
WASM_BINDGEN_VERSION=0.2.130

export CHROMIUM="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"

say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
fail() { printf '\nFAILED: %s\n' "$*" >&2; exit 1; }

# Things this machine lacks, reported at the end of a run. In CI nothing may be left out.
LEFT_OUT=()
leave_out() {
  [ "${CI:-}" = true ] && fail "$1, and CI leaves nothing out"
  LEFT_OUT+=("$1")
}
tell_left_out() {
  local line
  for line in ${LEFT_OUT[@]+"${LEFT_OUT[@]}"}; do printf 'Left out: %s\n' "$line"; done
}

# stale OUTPUT INPUT…: true when OUTPUT is missing or a file under an INPUT is newer.
stale() {
  local output="$1"
  shift
  [ -e "$output" ] || return 0
  [ -n "$(find "$@" -name node_modules -prune -o -name dist -prune -o -name dist-demo -prune -o -type f -newer "$output" -print 2>/dev/null | head -n 1)" ]
}
