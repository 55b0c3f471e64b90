#!/usr/bin/env bash
# Builds the pricing module for the browser into web/src/pricing/wasm, its TypeScript types included, and prints its size
# beside its budget. Needs wasm-pack and wasm-bindgen (scripts/setup.sh) and the web app's packages (wasm-opt of binaryen).
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/../scripts/env.sh"

OUT="$ROOT/web/src/pricing/wasm"
# Made aside, so that what is interrupted or too big never stands there as if it were built.
NEW="$TARGET_DIR/pricing-module"
LIMIT=$((134 * 1024)) # bytes gzip, lexicon and built-in book included: more fails the build

command -v wasm-opt >/dev/null || fail "wasm-opt (npm binaryen, in web/) is missing: run just setup"
wasm-pack --quiet build pricing-wasm --mode no-install --no-pack --target bundler --no-opt --profile wasm --out-dir "$NEW" -- --locked

# Stripped here rather than by cargo's strip = true, which confuses wasm-bindgen. Functions with a single caller stay out of
# line: gzip makes 12 KB less of many small functions than of a few large ones.
wasm-opt -Oz --one-caller-inline-max-function-size=0 --always-inline-max-function-size=5 \
  --enable-bulk-memory --enable-mutable-globals --enable-nontrapping-float-to-int \
  --enable-reference-types --enable-sign-ext --enable-multivalue --strip-debug --strip-producers \
  "$NEW/pricing_wasm_bg.wasm" -o "$NEW/pricing_wasm_bg.wasm"
rm -f "$NEW/.gitignore" "$NEW/README.md"

size=$(gzip -9 -c "$NEW/pricing_wasm_bg.wasm" | wc -c)
raw=$(wc -c < "$NEW/pricing_wasm_bg.wasm")
verdict=ok
[ "$size" -le "$LIMIT" ] || verdict="TOO BIG"
printf 'bench: wasm size %s bytes gzip, %s raw (limit %s) %s\n' "$size" "$raw" "$LIMIT" "$verdict"
[ "$verdict" = ok ]
rm -rf "$OUT"
mv "$NEW" "$OUT"
touch "$OUT"
