#!/bin/sh
grep -rn --include='*.rs' -E 'TODO|FIXME' src | head -20
