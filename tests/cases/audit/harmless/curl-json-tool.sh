curl -s https://api.example.com/x | python3 -m json.tool > out.json
