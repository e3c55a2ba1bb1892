#!/bin/sh
# The host is in your ~/.ssh/config.
ssh buildbox 'cd app && make test' 2>&1 | tail -5
