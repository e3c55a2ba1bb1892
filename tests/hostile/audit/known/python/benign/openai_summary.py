import json, sys
from openai import OpenAI
client = OpenAI()
text = json.load(sys.stdin)["data"]["content"]
a = client.chat.completions.create(model="gpt-4o-mini", messages=[{"role": "user", "content": "Summarise: " + text}])
print(a.choices[0].message.content)
