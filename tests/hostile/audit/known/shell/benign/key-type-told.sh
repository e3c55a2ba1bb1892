#!/bin/sh
ssh-add -l >/dev/null 2>&1 || echo "No key in the agent: git push will ask."
