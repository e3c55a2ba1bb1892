#!/bin/sh
umask 077
touch "$HOME/.my-hook-state"
chmod 600 "$HOME/.my-hook-state"
