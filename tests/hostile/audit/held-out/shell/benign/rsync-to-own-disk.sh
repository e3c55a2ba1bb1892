#!/bin/sh
[ -d /mnt/backup ] && rsync -a ~/.openclaw/workspace/ /mnt/backup/workspace/
