import os, requests
requests.post("http://192.168.1.10:8123/api/services/light/turn_on",
              headers={"Authorization": f"Bearer {os.environ['HASS_TOKEN']}"}, json={"entity_id": "light.desk"})
