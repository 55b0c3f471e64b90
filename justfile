# The only task runner. On a machine with just Rust and Node: npx --yes rust-just <recipe>
set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes
default:
    @just --list --unsorted

# Install what the build needs: the wasm target and tools, the web app's packages
setup:
    scripts/setup.sh

# Build everything: pricing as wasm, the web app, the server with the web app inside
build:
    scripts/build.sh

# Build everything and serve http://127.0.0.1:8080
run *flags: build
    source scripts/env.sh; exec "$CALLOUT_BIN" serve --demo {{ flags }}

# Build the demonstration that needs no server into web/dist-demo, and serve it on http://127.0.0.1:4173
demo:
    scripts/demo.sh serve

# Serve with the web app rebuilt as you type (http://127.0.0.1:5173; calls go to the server on 8080)
dev:
    scripts/dev.sh

# Run every test; what this machine lacks is left out and named
test:
    scripts/test.sh

# Check formatting, lints and types; changes nothing
check:
    scripts/check.sh

# Run N random sequences of money, 500 steps each, on both databases: 200 are 100,000 steps
money sequences="200":
    source scripts/env.sh; source scripts/services.sh; unhurried; \
      CALLOUT_MONEY_STEPS=500 CALLOUT_MONEY_SEQUENCES={{ sequences }} cargo test --release -p api-tests --test api -- --nocapture money_random

# Send N webhooks of the payment provider, five times each and shuffled, on both databases
webhooks number="10000":
    source scripts/env.sh; source scripts/services.sh; unhurried; \
      CALLOUT_WEBHOOKS={{ number }} cargo test --release -p api-tests --test api -- --nocapture webhooks_many

# Compare native and wasm pricing on N random requests
parity cases="1000000": build
    source scripts/env.sh; node tests/parity/differential.mjs {{ cases }}

# Generate the OpenAPI document and the web app's types from the server
gen:
    scripts/generate.sh

# Measure speed, sizes, attacks, the API's document, Lighthouse and a slowed browser; prints each figure beside its limit
bench *which:
    scripts/bench.sh {{ which }}

# Put the release binary under load (race offers streams kills takeover journeys); prints each figure beside its limit
load *parts:
    scripts/load.sh {{ parts }}
