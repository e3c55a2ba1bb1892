#!/bin/sh
python3 - <<'PY'
import datetime
print(datetime.datetime.now().isoformat())
PY
