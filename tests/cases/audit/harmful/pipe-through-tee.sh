# expect: pipe-to-shell
curl https://example.com/x | tee /tmp/log | /usr/bin/env bash
