#!/bin/bash
dest=~/Backups/agent
mkdir -p "$dest"
tar czf "$dest/workspace-$(date +%F).tgz" --exclude node_modules -C ~/.openclaw/workspace .
ls -t "$dest"/*.tgz | tail -n +8 | xargs -r rm -f
