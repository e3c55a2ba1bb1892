# expect: pipe-to-shell
wget https://example.com/install.sh | bash
