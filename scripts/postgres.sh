#!/usr/bin/env bash
# Starts a PostgreSQL server that is for tests alone, in memory, where nothing answers yet. Each test makes and drops a database, which a
# server that waits for the disk needs ten times as long for. It forgets everything with the machine.
set -euo pipefail
source "$(dirname "$0")/env.sh"

PORT="${1:?usage: postgres.sh PORT}"
PROGRAMS="$(dirname "$(ls /usr/lib/postgresql/*/bin/initdb "$(command -v initdb)" 2>/dev/null | tail -n 1)")"
[ -x "$PROGRAMS/initdb" ] || exit 1

FOLDER="$(memory_folder)/callout-postgres-$PORT"
rm -rf "$FOLDER"
mkdir -m 700 "$FOLDER"
# PostgreSQL does not run as root.
as_user=()
if [ "$(id -u)" = 0 ]; then
  chown postgres "$FOLDER"
  as_user=(runuser -u postgres --)
fi

say "starting a PostgreSQL server for the tests in $FOLDER, on port $PORT"
cd "$FOLDER"
"${as_user[@]}" "$PROGRAMS/initdb" --pgdata data --username postgres --auth trust --encoding UTF8 --no-locale --no-sync >/dev/null
"${as_user[@]}" "$PROGRAMS/pg_ctl" --pgdata data --wait --log log start \
  --options "-p $PORT -k $FOLDER -c fsync=off -c full_page_writes=off -c synchronous_commit=off" >/dev/null
