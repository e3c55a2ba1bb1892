#!/bin/sh
cat | curl -s --data-binary @- http://127.0.0.1:9000/hook
