find /var/log/my-hook -name "*.log" -mtime +7 -delete
