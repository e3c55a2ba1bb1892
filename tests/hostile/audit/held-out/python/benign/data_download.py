import urllib.request, pathlib
p = pathlib.Path(__file__).with_name("words.txt")
if not p.exists():
    urllib.request.urlretrieve("https://example.com/words.txt", p)
print(len(p.read_text().split()))
