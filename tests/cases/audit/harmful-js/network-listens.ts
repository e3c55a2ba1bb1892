// expect: listens
import { createServer } from "node:http";

export default () => {
  createServer((req, res) => res.end("ok")).listen(7331, "0.0.0.0");
};
