// reaches: write-outside
import { DatabaseSync } from "node:sqlite";
import { appendFileSync } from "node:fs";
import { homedir } from "node:os";

const log = `${homedir()}/.milady/logs/queries.log`;

export default (event) => {
  const db = new DatabaseSync(event.context.database);
  db.exec("CREATE TABLE IF NOT EXISTS notes (text TEXT)");
  appendFileSync(log, "opened\n");
};
