#!/bin/sh
# SPDX-License-Identifier: MIT
# Before an answer goes out or a tool's result is kept: replaces what looks like a key or a password in it.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 2
[ ! -t 0 ] || exec < /dev/null

LC_ALL=C awk -f "$here/text.awk" -f "$here/secrets.awk" -f "$here/redact.awk"
case $? in
  0) ;;
  3)
    echo "The text holds a secret, and it is too long to be handed on without it." >&2
    exit 1
    ;;
  *)
    echo "redact-secrets: the text could not be looked at." >&2
    exit 2
    ;;
esac
