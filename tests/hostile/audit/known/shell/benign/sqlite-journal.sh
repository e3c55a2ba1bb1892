#!/bin/sh
db="$HOME/.moltis/journal.db"
sqlite3 "$db" 'create table if not exists e(at text, name text)'
name=$(jq -r .event | tr -dc 'A-Za-z_')
sqlite3 "$db" "insert into e values(datetime('now'), '$name')"
