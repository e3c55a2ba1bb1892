#!/bin/sh
# Runs {when} ({event}): the date and the time in starts.txt, beside this file, each time.
cd "$(dirname "$0")" || exit 2
date -u +%Y-%m-%dT%H:%M:%SZ >> starts.txt
