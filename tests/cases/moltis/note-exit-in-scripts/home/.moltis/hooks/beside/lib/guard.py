import sys
raise SystemExit(2)
