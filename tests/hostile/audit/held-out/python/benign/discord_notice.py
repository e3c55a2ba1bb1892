import os
import httpx
with httpx.Client(timeout=5) as client:
    client.post(os.environ["DISCORD_WEBHOOK"], json={"content": "The agent is done."})
