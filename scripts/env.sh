# What every script shares: where things are, and how to report what was left out. Sourced, never run.
# Change a path here and everything (just, .ci/run, the benches, the tests) follows.

ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$ROOT"

# Which of Cargo.toml's profiles: dev for working on Callout (run, dev, test, check, gen, CI); whatever builds what ships, or measures it,
# says PROFILE=release. Tests and benches read CALLOUT_BIN: the binary of that profile, wherever cargo was told to build.
export PROFILE="${PROFILE:-dev}"
TARGET_DIR="${CARGO_TARGET_DIR:-$ROOT/target}"
export CALLOUT_BIN="${CALLOUT_BIN:-$TARGET_DIR/${PROFILE/#dev/debug}/callout}"

# The wasm tools live outside the checkout, so that a second clone does not build them again.
TOOLS="${CALLOUT_TOOLS:-$HOME/.cache/callout-tools}"
export PATH="$TOOLS/bin:$ROOT/web/node_modules/.bin:$PATH"

# wasm-bindgen-cli must be the very version of the wasm-bindgen crate (pricing-wasm/Cargo.toml pins it).
WASM_PACK_VERSION=0.15.1
WASM_BINDGEN_VERSION=0.2.130

# The journeys' browser. Whoever names a Chromium means that one.
export CHROMIUM_HEADLESS_SHELL="${CHROMIUM_HEADLESS_SHELL-${CHROMIUM:-$(command -v chromium-headless-shell || true)}}"
export CHROMIUM="${CHROMIUM:-$(command -v chromium || command -v chromium-browser || command -v google-chrome || true)}"

say() { printf '\n\033[1m== %s\033[0m\n' "$*"; }
fail() { printf '\nFAILED: %s\n' "$*" >&2; exit 1; }

# timed PART COMMAND…: says what it does, and notes when it began and ended in the file TIMES, if there is one (.ci/run).
timed() {
  local part="$1"
  shift
  say "$part"
  note_time "$part" began
  "$@"
  local status=$?
  [ $status -ne 0 ] || note_time "$part" ended
  return $status
}
note_time() { [ -z "${TIMES:-}" ] || printf '%s\t%s\t%s\n' "$1" "$2" "$(date +%s)" >>"$TIMES"; }
# The parts in TIMES in the order in which they began: when (some run beside each other), and for how long.
tell_times() {
  awk -F '\t' -v now="$(date +%s)" '
    function clock(seconds) { return sprintf("%3d:%02d", seconds / 60, seconds % 60) }
    NR == 1 { start = $3 }
    $2 == "began" { part[++n] = $1; began[n] = $3; last[$1] = n }
    $2 == "ended" { ended[last[$1]] = $3 }
    END {
      print "\n  from   took  part"
      for (i = 1; i <= n; i++)
        print clock(began[i] - start), clock((i in ended ? ended[i] : now) - began[i]) "  " part[i] (i in ended ? "" : " (not ended)")
    }' "$TIMES"
}

# together COMMAND…: runs functions beside each other, the quickest first: when that fails, the others end. Each is a process group
# (set -m): else cargo and npm would outlive Ctrl-C.
together() {
  local command job jobs=()
  set -m
  trap 'for job in $(jobs -p); do kill -- "-$job" 2>/dev/null || true; done' EXIT
  for command; do
    "$command" </dev/null &
    jobs+=($!)
  done
  set +m
  for job in "${jobs[@]}"; do wait "$job" || exit; done
}

# Where files of tests are quickest: in memory, if 2 GB of it are free (df counts in kilobytes).
memory_folder() {
  local free
  free="$(df --output=avail /dev/shm 2>/dev/null | tail -n 1)"
  if [ -w /dev/shm ] && [ "${free:-0}" -gt 2000000 ]; then echo /dev/shm; else echo "${TMPDIR:-/tmp}"; fi
}

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
