#!/bin/sh
git diff --cached | grep -nE 'AKIA[0-9A-Z]{16}|-----BEGIN (RSA|OPENSSH) PRIVATE KEY-----' && exit 1
exit 0
