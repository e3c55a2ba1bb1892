ssh build@example.com "cd app && git pull && make"
