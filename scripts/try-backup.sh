#!/usr/bin/env bash
# Tries the backups of docs/operating.md for real, on SQLite and on PostgreSQL: books on a running server, backs it up while it
# runs, kills it, restores into an empty place and checks that the booking, its link and its photo are there and can be changed. What was
# paid after the backup the payment provider still has: the sandbox's books are taken over from the server that was killed, and payouts are
# held until it was listed and they were let go.
# Needs a built binary (CALLOUT_BIN), curl, sqlite3, and for PostgreSQL its client programs and TEST_POSTGRES_URL.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/env.sh"
source scripts/services.sh

[ -x "$CALLOUT_BIN" ] || fail "no binary at $CALLOUT_BIN (just build, or set CALLOUT_BIN)"
WORK="$(mktemp -d)"
SERVER=""
GUEST=""
DATABASES=()

clean_up() {
  if [ -n "$SERVER" ]; then kill -9 "$SERVER" 2>/dev/null || true; fi
  for name in ${DATABASES[@]+"${DATABASES[@]}"}; do dropdb --if-exists --force --maintenance-db="$TEST_POSTGRES_URL" "$name" || true; done
  rm -rf "$WORK"
}
trap clean_up EXIT

# serve FOLDER DATABASE: starts a server on a free port; SERVER and URL name it.
serve() {
  local log="$WORK/log-$RANDOM"
  env -i PATH="$PATH" NO_COLOR=1 "$CALLOUT_BIN" serve --listen 127.0.0.1:0 --data-dir "$1" --database-url "$2" 2>"$log" &
  SERVER=$!
  URL=""
  for _ in $(seq 100); do
    URL="$(sed -n 's/.*callout is ready.*address=\(http[^ ]*\).*/\1/p' "$log")"
    [ -n "$URL" ] && return
    kill -0 "$SERVER" 2>/dev/null || break
    sleep 0.1
  done
  cat "$log" >&2
  fail "the server did not start"
}

call() { curl --silent --show-error --fail-with-body --max-time 20 "$@"; }
post() { call -H 'Content-Type: application/json' ${GUEST:+-H "Authorization: Bearer $GUEST"} --data "$2" "$URL/api$1"; }
# The last string of this name in the JSON on standard input.
field() { sed -n "s/.*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

# Books an emergency in cash, £97.50 + £40, with a photo; prints the guest link's token.
book() {
  local photo quote
  photo="$(call -F "file=@web/public/icons/icon-512.png" "$URL/api/uploads" | field photo_url)"
  quote="$(post /quotes '{"description":"Leaking tap in the kitchen","problemType":"leak","postcode":"SW1","amountPence":13750,
    "currency":"GBP","tier":"STANDARD","urgency":"EMERGENCY"}')"
  post /bookings '{"quoteId":"'"$(field quoteId <<<"$quote")"'","signature":"'"$(field signature <<<"$quote")"'","mode":"CASH",
    "photo_url":"'"$photo"'","address":{"fullName":"Ada Lovelace","phone":"07700 900123","line1":"1 Test Street",
    "postcode":"SW1A 1AA"}}' | field guest_token
}

# Books the same by card, and pays; prints the id of the payment.
pay() {
  local quote intent
  quote="$(post /quotes '{"description":"Leaking tap in the kitchen","problemType":"leak","postcode":"SW1","amountPence":13750,
    "currency":"GBP","tier":"STANDARD","urgency":"EMERGENCY"}')"
  intent="$(post /payments/create '{"quoteId":"'"$(field quoteId <<<"$quote")"'","signature":"'"$(field signature <<<"$quote")"'",
    "address":{"fullName":"Ada Lovelace","phone":"07700 900123","line1":"1 Test Street","postcode":"SW1A 1AA"}}')"
  post "/sandbox/payments/$(field paymentIntentId <<<"$intent")/confirm" \
    '{"clientSecret":"'"$(field clientSecret <<<"$intent")"'","cardNumber":"4242 4242 4242 4242"}' >/dev/null
  field paymentIntentId <<<"$intent"
}

# compare FOLDER DATABASE COMMAND…: `callout restore` with the settings of a server.
compare() {
  local folder="$1" database="$2"
  shift 2
  env -i PATH="$PATH" NO_COLOR=1 "$CALLOUT_BIN" restore "$@" --data-dir "$folder" --database-url "$database"
}

# SHA-256 of the booking's photo, as its owner gets it.
photo() {
  local path
  path="$(call "$URL/api/b/$1" | field photo_url)"
  [ -n "$path" ] || fail "the booking has no photo"
  call -H "Authorization: Bearer $GUEST" "$URL$path" | sha256sum
}

# try_backup NAME FOLDER DATABASE EMPTY_FOLDER EMPTY_DATABASE BACK_UP RESTORE
try_backup() {
  local name="$1" folder="$2" database="$3" empty_folder="$4" empty_database="$5" back_up="$6" restore="$7" link later before status
  local paid listed
  say "$name: book, back up while it runs, kill it"
  serve "$folder" "$database"
  GUEST=""
  GUEST="$(post /clients/ensure-guest '{"phone":"07700 900123"}' | field token)"
  link="$(book)"
  [ -n "$link" ] || fail "$name: no booking was made"
  before="$(photo "$link")"
  "$back_up"
  later="$(book)"
  paid="$(pay)"
  [ -n "$paid" ] || fail "$name: nothing was paid"
  kill -9 "$SERVER"
  wait "$SERVER" 2>/dev/null || true

  say "$name: restore into an empty place"
  "$restore"
  rm -rf "$folder"
  serve "$empty_folder" "$empty_database"
  call "$URL/readyz" >/dev/null
  [ "$(photo "$link")" = "$before" ] || fail "$name: the photo is not the one that was stored"
  status="$(curl --silent --output /dev/null --write-out '%{http_code}' "$URL/api/b/$later")"
  [ "$status" = 401 ] || fail "$name: a booking made after the backup answers $status: is this the restored database?"
  status="$(call -X PATCH "$URL/api/bookings/guest/$link/cancel" | field status)"
  [ "$status" = cancelled ] || fail "$name: the restored booking cannot be cancelled ($status)"
  listed="$(compare "$empty_folder" "$empty_database" check)"
  grep -q "^unknown  intent  $paid" <<<"$listed" || fail "$name: what was paid after the backup is not listed: $listed"
  grep -q 'payouts wait' <<<"$listed" || fail "$name: payouts are not held: $listed"
  compare "$empty_folder" "$empty_database" let-go --reason "Compared in a trial." >/dev/null
  listed="$(compare "$empty_folder" "$empty_database" check)"
  grep -q 'payouts are not held' <<<"$listed" || fail "$name: payouts are still held: $listed"
  kill "$SERVER"
  wait "$SERVER" || fail "$name: the restored server did not stop cleanly"
  SERVER=""
  echo "$name: booking, link, photo and guest's session are back; the booking could be changed; the later payment was listed."
}

# The database first: a file that a row names is there by then, and files never change.
back_up_sqlite() {
  mkdir -p "$WORK/sqlite-backup"
  sqlite3 -readonly "$WORK/sqlite/callout.db" "vacuum into '$WORK/sqlite-backup/callout.db'"
  cp -a "$WORK/sqlite/jwt-secret" "$WORK/sqlite/files" "$WORK/sqlite-backup/"
}
restore_sqlite() {
  [ "$(sqlite3 "$WORK/sqlite-backup/callout.db" 'pragma integrity_check')" = ok ] || fail "the copy is damaged"
  install -d -m 700 "$WORK/sqlite-restored"
  cp -a "$WORK/sqlite-backup/." "$WORK/sqlite-restored/"
  # The provider's books are not ours: they are as they were last.
  sqlite3 "$WORK/sqlite-restored/callout.db" "attach '$WORK/sqlite/callout.db' as last;
    insert or ignore into sandbox_intents select * from last.sandbox_intents;"
}

# The address of another database on the same server.
on_server() { sed -E "s|/[^/?]*(\?.*)?\$|/$1\1|" <<<"$TEST_POSTGRES_URL"; }
back_up_postgres() {
  mkdir -p "$WORK/postgres-backup"
  pg_dump --format=custom --no-owner --file="$WORK/postgres-backup/callout.dump" "$FIRST"
  cp -a "$WORK/postgres/jwt-secret" "$WORK/postgres/files" "$WORK/postgres-backup/"
}
restore_postgres() {
  pg_restore --exit-on-error --single-transaction --no-owner --dbname="$SECOND" "$WORK/postgres-backup/callout.dump"
  psql --quiet --set=ON_ERROR_STOP=1 --command='truncate sandbox_intents cascade' "$SECOND"
  pg_dump --data-only --table=sandbox_intents "$FIRST" | psql --quiet --set=ON_ERROR_STOP=1 "$SECOND" >/dev/null
  install -d -m 700 "$WORK/postgres-restored"
  cp -a "$WORK/postgres-backup/jwt-secret" "$WORK/postgres-backup/files" "$WORK/postgres-restored/"
}

try_backup SQLite "$WORK/sqlite" "sqlite:$WORK/sqlite/callout.db" \
  "$WORK/sqlite-restored" "sqlite:$WORK/sqlite-restored/callout.db" back_up_sqlite restore_sqlite

if [ -n "${TEST_POSTGRES_URL:-}" ]; then
  DATABASES=("callout_backup_$$" "callout_restored_$$")
  for name in "${DATABASES[@]}"; do createdb --maintenance-db="$TEST_POSTGRES_URL" "$name"; done
  FIRST="$(on_server "${DATABASES[0]}")"
  SECOND="$(on_server "${DATABASES[1]}")"
  try_backup PostgreSQL "$WORK/postgres" "$FIRST" "$WORK/postgres-restored" "$SECOND" back_up_postgres restore_postgres
fi
tell_left_out
