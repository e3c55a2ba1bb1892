python3 -c 'import sys, json; json.dump({"action": "modify"}, sys.stdout)'
