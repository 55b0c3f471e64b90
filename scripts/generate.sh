#!/usr/bin/env bash
# The contract flows one way: Rust handlers -> OpenAPI document -> TypeScript types. The tests fail when a step was forgotten.
set -euo pipefail
source "$(dirname "$0")/env.sh"
scripts/build.sh server
"$CALLOUT_BIN" openapi >web/openapi.json.new
mv web/openapi.json.new web/openapi.json
npm --prefix web run gen
