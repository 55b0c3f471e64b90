#!/usr/bin/env bash
# Puts the release binary under load and prints each figure beside its limit. Arguments pick parts (race offers pushes streams kills
# takeover journeys); none means all. Figures are for a quiet machine. PostgreSQL and NATS are used where they answer
# (TEST_POSTGRES_URL, TEST_NATS_URL); takeover needs both.
# LOAD_RACES, LOAD_KILLS, LOAD_RATE and LOAD_SECONDS make the long parts shorter.
set -euo pipefail
export PROFILE=release
source "$(dirname "$0")/env.sh"
scripts/build.sh
cargo bench --locked -p callout --bench load -- "$@"
