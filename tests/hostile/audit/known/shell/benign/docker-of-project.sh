#!/bin/sh
cd "$WORKSPACE" && docker compose up -d db && docker compose ps
