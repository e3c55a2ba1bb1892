curl -s https://api.example.com/x | python3 -c 'import json,sys; print(json.load(sys.stdin)["a"])'
