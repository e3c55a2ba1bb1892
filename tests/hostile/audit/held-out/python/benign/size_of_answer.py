import json, sys
answer = json.load(sys.stdin)["data"].get("response", "")
if len(answer) > 20000:
    print(json.dumps({"action": "modify", "data": {"response": answer[:20000] + "\n[cut]"}}))
