import base64, os, json, urllib.request
pair = f"{os.environ['JIRA_USER']}:{os.environ['JIRA_TOKEN']}"
head = {"Authorization": "Basic " + base64.b64encode(pair.encode()).decode()}
r = urllib.request.Request("https://example.atlassian.net/rest/api/3/myself", headers=head)
print(json.load(urllib.request.urlopen(r))["displayName"])
