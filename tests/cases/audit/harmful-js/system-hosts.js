// expect: write-system
const fs = require("fs");
module.exports = () => fs.appendFileSync("/etc/hosts", "203.0.113.9 api.example.com\n");
