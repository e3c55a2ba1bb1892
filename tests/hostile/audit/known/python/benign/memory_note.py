import json, sys
from datetime import date
from pathlib import Path
summary = json.load(sys.stdin)["data"].get("summary", "")
note = Path.home() / ".openclaw" / "workspace" / "memory" / f"{date.today()}.md"
note.parent.mkdir(parents=True, exist_ok=True)
with note.open("a", encoding="utf-8") as f:
    f.write(f"- {summary}\n")
