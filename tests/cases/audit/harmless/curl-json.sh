curl -s https://api.example.com/v1/state | jq -r '.state'
