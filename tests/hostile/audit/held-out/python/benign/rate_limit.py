import json, os, sys, time
f = os.path.join(os.path.dirname(os.path.abspath(__file__)), ".rate.json")
try:
    times = json.load(open(f))
except (OSError, ValueError):
    times = []
times = [t for t in times if t > time.time() - 60] + [time.time()]
json.dump(times, open(f, "w"))
if len(times) > 30:
    sys.exit("Too many calls")
