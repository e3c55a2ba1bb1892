#!/bin/sh
# Runs {when} ({event}). It is told nothing of the event, and nothing that it prints or ends with stops or
# changes anything.
echo "{title} saw {event}" # TODO: write what it does in place of this line.
