ls -t logs/*.json | tail -n +20 | xargs rm -f
