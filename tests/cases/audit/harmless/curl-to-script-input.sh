curl -s https://example.com/list | bash ./process-list.sh
