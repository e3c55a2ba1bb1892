#!/bin/sh
# SPDX-License-Identifier: MIT
# Before a tool runs: stops command lines that would destroy the computer's data. Exit 1 stops the call, stderr says why.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
[ ! -t 0 ] || exec < /dev/null

why=$(LC_ALL=C awk -f "$here/text.awk" -f "$here/json.awk" -f "$here/words.awk" -f "$here/check.awk") || {
  echo "block-dangerous-commands: the command could not be checked." >&2
  exit 2
}
[ -z "$why" ] && exit 0
echo "Blocked a dangerous command: $why." >&2
exit 1
