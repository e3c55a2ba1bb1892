import datetime, urllib.request, os
ics = urllib.request.urlopen(os.environ["CALENDAR_URL"]).read().decode()
today = datetime.date.today().strftime("%Y%m%d")
print([l for l in ics.splitlines() if l.startswith("DTSTART") and today in l])
