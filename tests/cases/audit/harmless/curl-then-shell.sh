curl -s https://example.com/x -o x.json; bash ./show.sh x.json
