#!/usr/bin/env bash
# Installs localstripe outside the checkout, once, and starts it where nothing answers yet. It keeps nothing on disk.
set -euo pipefail
source "$(dirname "$0")/env.sh"

VERSION=1.15.10
HOME_OF_IT="$TOOLS/localstripe-$VERSION"
PORT="${1:?usage: localstripe.sh PORT}"

if [ ! -e "$HOME_OF_IT/installed" ]; then
  say "installing localstripe $VERSION into $HOME_OF_IT (once)"
  python3 -m venv "$HOME_OF_IT"
  "$HOME_OF_IT/bin/pip" install --quiet --disable-pip-version-check "localstripe==$VERSION"
  touch "$HOME_OF_IT/installed"
fi
nohup "$HOME_OF_IT/bin/python" tests/localstripe/serve.py --port "$PORT" --from-scratch >/dev/null 2>&1 &
for _ in $(seq 100); do
  (exec 3<>"/dev/tcp/127.0.0.1/$PORT") 2>/dev/null && exit 0
  sleep 0.1
done
fail "localstripe does not answer on port $PORT"
