// reaches: write-outside
"use strict";
var fs = require("fs"),
  os = require("os"),
  path = require("path");

var file = path.join(os.homedir(), "notes", "sessions.md");

exports.default = function (event, done) {
  fs.appendFile(file, "* " + event.sessionKey + "\n", function (error) {
    if (done) done(error);
  });
};
