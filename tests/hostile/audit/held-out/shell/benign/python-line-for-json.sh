#!/bin/sh
python3 -c 'import json,sys; print(json.load(sys.stdin)["event"])'
