#!/bin/sh
export PATH="$HOME/.local/bin:$PATH"
export NODE_OPTIONS=--max-old-space-size=512
exec mytool check
