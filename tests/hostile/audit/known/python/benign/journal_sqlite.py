import json, sqlite3, sys, os
db = sqlite3.connect(os.path.expanduser("~/.moltis/journal.db"))
db.execute("create table if not exists events(at text default current_timestamp, name text)")
db.execute("insert into events(name) values (?)", (json.load(sys.stdin)["event"],))
db.commit()
