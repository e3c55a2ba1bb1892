#!/bin/sh
used=$(df -P "$HOME" | awk 'NR==2 {print $5}' | tr -d %)
[ "$used" -gt 95 ] && echo "The disk is nearly full ($used%)." >&2
exit 0
