#!/bin/sh
# Runs {when} ({event}). The event comes as one JSON object on standard input.
#
# Exit {proceeds} and print nothing: it goes on as it is.
# Print {"action":"{modify}","data":{…}}: it goes on with this data, at events that can be changed.
# Exit {blocks}: it is stopped, at events that can be; what is written to standard error is the reason.
event=$(cat)
echo "{title} saw {event}, ${#event} characters" # TODO: write what it does in place of this line.
