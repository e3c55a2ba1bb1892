#!/usr/bin/env python3
import json, sys

call = json.load(sys.stdin)
answer = {'action': 'modify', 'data': {'tool': call['tool'], 'arguments': {**call['arguments'], 'dry': True}}}
print(json.dumps(answer))
