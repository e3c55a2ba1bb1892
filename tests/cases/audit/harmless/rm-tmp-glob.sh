rm -rf /tmp/my-hook-*
