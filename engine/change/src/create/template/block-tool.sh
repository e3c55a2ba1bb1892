#!/bin/sh
# Runs {when} ({event}): a tool of this name is not run, every other one is.
tool='{tool}'
if grep -Eq "\"tool(_name)?\"[[:space:]]*:[[:space:]]*\"$tool\""; then
  echo "{title} does not let $tool run." >&2
  exit 1
fi
