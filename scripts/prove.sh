#!/usr/bin/env bash
# Very many random cases of one kind, against the release build: parity, money or webhooks, and how many.
set -euo pipefail
export PROFILE=release
source "$(dirname "$0")/env.sh"

many() { cargo test --locked --release -p api-tests --test api -- --nocapture "$1"; }

case "${1:-}" in
  # Native and wasm pricing on random requests.
  parity) scripts/build.sh && node tests/parity/differential.mjs "${2:-1000000}" ;;
  # A thousand withdrawals of one balance at once, and random sequences of money, 500 steps each, on both databases: 200 are 100,000 steps.
  money)
    source scripts/services.sh && unhurried
    CALLOUT_WITHDRAWALS=1000 many withdrawals_at_once
    CALLOUT_MONEY_STEPS=500 CALLOUT_MONEY_SEQUENCES="${2:-200}" many money_random
    ;;
  # Webhooks of the payment provider, five times each and shuffled, on both databases.
  webhooks)
    source scripts/services.sh && unhurried
    CALLOUT_WEBHOOKS="${2:-10000}" many webhooks_many
    ;;
  *) fail "usage: prove.sh parity|money|webhooks [NUMBER]" ;;
esac
