#!/bin/sh
url="http://localhost:3000"
case "$(uname)" in Darwin) open "$url";; *) xdg-open "$url";; esac
