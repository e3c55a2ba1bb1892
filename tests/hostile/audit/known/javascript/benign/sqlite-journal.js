const Database = require("better-sqlite3");
const db = new Database(require("path").join(__dirname, "journal.db"));
db.exec("create table if not exists events(at text, name text)");
module.exports = (event) => db.prepare("insert into events values (datetime('now'), ?)").run(event.type);
