#!/bin/bash
set -e
cd "${WORKSPACE:-$PWD}"
if [ -n "$(git status --porcelain)" ]; then
  git add -A
  git commit -q -m "Checkpoint $(date +%H:%M)"
fi
