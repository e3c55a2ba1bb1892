#!/bin/sh
curl -s "http://192.168.1.20/relay/0?turn=on" > /dev/null
