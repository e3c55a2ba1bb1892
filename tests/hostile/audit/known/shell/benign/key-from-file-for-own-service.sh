#!/bin/sh
key=$(cat "$HOME/.config/my-hook/key")
curl -s -H "X-Api-Key: $key" https://api.example.com/v1/ping > /dev/null
