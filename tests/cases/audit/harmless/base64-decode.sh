jq -r .data.payload | base64 -d > payload.json
