#!/bin/sh
curl -s -X POST http://localhost:8123/api/webhook/agent -d "$(cat)"
