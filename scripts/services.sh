# Finds what the tests can use on this machine beside SQLite, and says what they will leave out. Sourced after env.sh.

port_open() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

if [ -z "${TEST_POSTGRES_URL:-}" ] && { port_open 5439 || scripts/postgres.sh 5439; }; then
  export TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:5439/postgres"
elif [ -z "${TEST_POSTGRES_URL:-}" ] && port_open 5432; then
  export TEST_POSTGRES_URL="postgres://postgres@127.0.0.1:5432/postgres"
fi
[ -n "${TEST_POSTGRES_URL:-}" ] ||
  leave_out "the API tests on PostgreSQL (not installed, and nothing answers on 127.0.0.1:5432; TEST_POSTGRES_URL names another)"
if [ -z "${TEST_NATS_URL:-}" ] && port_open 4222; then
  export TEST_NATS_URL="nats://127.0.0.1:4222"
fi
[ -n "${TEST_NATS_URL:-}" ] ||
  leave_out "the tests of several servers (nothing answers on 127.0.0.1:4222; TEST_NATS_URL names another NATS server)"
if [ -z "${TEST_LOCALSTRIPE_URL:-}" ] && { port_open 8420 || scripts/localstripe.sh 8420; }; then
  export TEST_LOCALSTRIPE_URL="http://127.0.0.1:8420"
fi
[ -n "${TEST_LOCALSTRIPE_URL:-}" ] ||
  leave_out "the tests against localstripe (it could not be installed or started: scripts/localstripe.sh 8420)"
{ [ -x /usr/bin/WebKitWebDriver ] && [ -x /usr/bin/Xvfb ]; } || leave_out "a booking in WebKit (apt-get install webkit2gtk-driver xvfb)"
[ -n "$CHROMIUM" ] || leave_out "the browser tests (no Chromium; apt-get install chromium, or set CHROMIUM)"

# The tests' files are in memory where there is room.
unhurried() {
  TMPDIR="$(memory_folder)"
  export TMPDIR
}
