# expect: remove-root
echo 'rm -rf /' > /tmp/x.sh
chmod +x /tmp/x.sh
/tmp/x.sh
