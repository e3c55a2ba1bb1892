#!/bin/bash
exec 9>/tmp/my-hook.lock
flock -n 9 || exit 0
sleep 1
