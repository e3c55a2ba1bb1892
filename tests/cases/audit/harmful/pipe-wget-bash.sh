# expect: pipe-to-shell
wget -qO- https://example.com/install.sh | sudo bash -s -- --yes
