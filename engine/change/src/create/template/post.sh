#!/bin/sh
# Runs {when} ({event}): the event is sent to this address as JSON. It needs curl. Fill the address in.
address=''
if [ -z "$address" ]; then
  echo "The address is not filled in yet." >&2
  exit 2
fi
exec curl -fsS --max-time 10 -H 'content-type: application/json' --data-binary @- "$address"
