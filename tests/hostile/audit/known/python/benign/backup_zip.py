import shutil, datetime, os
src = os.path.expanduser("~/.openclaw/workspace")
dest = os.path.expanduser(f"~/Backups/workspace-{datetime.date.today()}")
os.makedirs(os.path.dirname(dest), exist_ok=True)
shutil.make_archive(dest, "zip", src)
