#!/bin/sh
export PATH="$HOME/.local/bin:$PATH"
