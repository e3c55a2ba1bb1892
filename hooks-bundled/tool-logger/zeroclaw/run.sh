#!/bin/sh
# SPDX-License-Identifier: MIT
# After each use of a tool: one line in a log that only its user can read.
set -u
umask 077
here=$(cd "$(dirname "$0")" && pwd) || exit 2
[ ! -t 0 ] || exec < /dev/null

log=${LOG_FILE:-${TACKLEBOX_SCRATCH:-$HOME}/tool_log.log}

# --- log: the same text in both shapes of this hook ---
arguments=0
[ "${TOOL_LOGGER_ARGUMENTS:-}" != 1 ] || arguments=1
line=$(LC_ALL=C awk -v now="$(date -u +%Y-%m-%dT%H:%M:%SZ)" -v arguments="$arguments" \
  -f "$here/text.awk" -f "$here/json.awk" -f "$here/secrets.awk" -f "$here/call.awk") || {
  echo "tool-logger: the call could not be read." >&2
  exit 2
}
mkdir -p "$(dirname "$log")" || exit 2
# One earlier file is kept, so that the log never takes more than about twice 5 MB.
if [ -f "$log" ] && [ "$(wc -c < "$log")" -gt 5000000 ]; then mv -f "$log" "$log.1"; fi
printf '%s\n' "$line" >> "$log" || exit 2
chmod 600 "$log" # a log that another program began may be open to all
# --- end of log ---
