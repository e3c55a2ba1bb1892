import os, requests
s = requests.Session()
s.headers["Authorization"] = "Bearer " + os.environ["GITHUB_TOKEN"]
for n in s.get("https://api.github.com/notifications").json():
    print(n["subject"]["title"])
