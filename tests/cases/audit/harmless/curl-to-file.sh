curl -fsSL -o /tmp/data.json https://example.com/data.json
jq . /tmp/data.json
