import json, sys
import chromadb
client = chromadb.PersistentClient(path=".memory")
c = client.get_or_create_collection("notes")
c.add(ids=["1"], documents=[json.load(sys.stdin)["data"]["content"]])
