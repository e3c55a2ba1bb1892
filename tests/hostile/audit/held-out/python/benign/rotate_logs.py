import os, time
from pathlib import Path
d = Path.home() / ".moltis" / "logs"
for f in d.glob("*.log"):
    if time.time() - f.stat().st_mtime > 14 * 86400:
        f.unlink()
