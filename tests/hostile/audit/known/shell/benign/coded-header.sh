#!/bin/sh
auth=$(printf '%s:%s' "$JIRA_USER" "$JIRA_TOKEN" | base64)
curl -s -H "Authorization: Basic $auth" "https://example.atlassian.net/rest/api/3/myself" | jq -r .displayName
