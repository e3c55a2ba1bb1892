rm -f /etc/my-hook.conf
