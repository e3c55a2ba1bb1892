#!/bin/sh
gh issue list --assignee @me --limit 10 --json number,title | jq -r '.[] | "#\(.number) \(.title)"'
