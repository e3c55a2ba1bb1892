#!/bin/sh
jq -c '.arguments.timeout = 5 | {action: "modify", data: {tool, arguments}}'
