// reaches: write-outside
const fs = require("node:fs");
const path = require("node:path");
const os = require("node:os");

const DIR = process.env.OPENCLAW_STATE_DIR || path.join(os.homedir(), ".openclaw");

module.exports = {
  register(api) {
    api.registerHook({
      event: "session-end",
      async handler({ sessionKey }) {
        const file = path.join(DIR, "state", "counts.json");
        const counts = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, "utf8")) : {};
        counts[sessionKey] = (counts[sessionKey] ?? 0) + 1;
        fs.writeFileSync(file, JSON.stringify(counts, null, 2));
      },
    });
  },
};
