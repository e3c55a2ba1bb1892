#!/bin/sh
cd "$(dirname "$0")" && npm ci --ignore-scripts --silent
