# expect: decode-to-shell
base64 -d blob > /tmp/a; bash /tmp/a
