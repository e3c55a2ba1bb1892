# expect: pipe-to-shell
cd /tmp
wget https://example.com/setup.sh
bash ./setup.sh
