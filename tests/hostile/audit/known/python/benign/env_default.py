import os
level = os.environ.get("LOG_LEVEL", "info")
home = os.getenv("MOLTIS_DATA_DIR") or os.path.join(os.environ["HOME"], ".moltis")
print(level, home)
