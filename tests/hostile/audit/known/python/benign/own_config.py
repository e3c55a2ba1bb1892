import tomllib, pathlib, sys
path = pathlib.Path(__file__).parent / "config.toml"
config = tomllib.loads(path.read_text()) if path.exists() else {}
if not config.get("enabled", True):
    sys.exit(0)
