# The only task runner. On a machine with just Rust and Node: npx --yes rust-just <recipe>
set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes
default:
    @just --list --unsorted

# Install what the build needs: the wasm target and tools, the web app's packages
setup:
    scripts/setup.sh

# Build what ships, target/release/callout: pricing as wasm, the web app, the server with the web app inside
build:
    PROFILE=release scripts/build.sh

# Build everything for development and serve http://127.0.0.1:8080
run *flags:
    scripts/build.sh
    source scripts/env.sh; say "A development build: quick to make, slow to answer. What ships: just build && target/release/callout serve --demo"; \
      exec "$CALLOUT_BIN" serve --demo {{ flags }}

# Build the demonstration that needs no server into web/dist-demo, and serve it on http://127.0.0.1:4173
demo:
    scripts/demo.sh serve

# Serve with the web app rebuilt as you type (http://127.0.0.1:5173), and the server on 8080 behind it whenever its source is saved
dev:
    scripts/dev.sh

# Run every test; what this machine lacks is left out and named
test:
    scripts/test.sh

# Check formatting, lints and types; changes nothing
check:
    scripts/check.sh

# The second gate, before a version is tagged: what ships, one journey in a browser, parity, money, webhooks, backup
release-check:
    scripts/release-check.sh

# Run N random sequences of money, 500 steps each, on both databases: 200 are 100,000 steps
money sequences="200":
    scripts/prove.sh money {{ sequences }}

# Send N webhooks of the payment provider, five times each and shuffled, on both databases
webhooks number="10000":
    scripts/prove.sh webhooks {{ number }}

# Compare native and wasm pricing on N random requests
parity cases="1000000":
    scripts/prove.sh parity {{ cases }}

# Generate the OpenAPI document and the web app's types from the server
gen:
    scripts/generate.sh

# Measure speed, sizes, attacks, the API's document, Lighthouse and a slowed browser; prints each figure beside its limit
bench *which:
    scripts/bench.sh {{ which }}

# Fill a scratch database for plans and figures: `just seed sqlite:scratch.db --bookings 1000000 --people 100000 --pros 100000`
seed url *flags:
    cargo bench --locked -p callout --bench seed -- {{ url }} {{ flags }}

# Put the release binary under load (race offers pushes streams kills takeover journeys); prints each figure beside its limit
load *parts:
    scripts/load.sh {{ parts }}
