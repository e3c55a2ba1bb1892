# expect: pipe-to-shell
curl -sL --proto "=https" https://example.com/x -o - | zsh
