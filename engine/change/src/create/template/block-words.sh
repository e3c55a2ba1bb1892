#!/bin/sh
# Runs {when} ({event}): an answer with one of these words in it is not sent. A bar is between two of them.
words='confidential|internal only'
if grep -Eqi -- "$words"; then
  echo "{title}: the answer has a word in it that is not sent." >&2
  exit 1
fi
