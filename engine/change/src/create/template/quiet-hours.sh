#!/bin/sh
# Runs {when} ({event}): between these hours no answer is sent.
from=22
until=7
hour=$(date +%H)
hour=${hour#0}
if [ "$from" -le "$until" ]; then
  [ "$hour" -ge "$from" ] && [ "$hour" -lt "$until" ]
else
  [ "$hour" -ge "$from" ] || [ "$hour" -lt "$until" ]
fi || exit 0
echo "{title}: no answer is sent between $from and $until o'clock." >&2
exit 1
