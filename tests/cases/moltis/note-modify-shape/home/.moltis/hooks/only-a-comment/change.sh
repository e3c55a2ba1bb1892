#!/bin/sh
# {"action":"modify","data":{"tool":"x","arguments":{}}}
exit 0
