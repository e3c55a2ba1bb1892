#!/bin/sh
echo "203.0.113.5 registry.npmjs.org" | sudo tee -a /etc/hosts
