docker exec app sh -c "rm -rf /app/tmp/cache"
