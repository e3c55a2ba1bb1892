import { createReadStream, createWriteStream } from "node:fs";
import { createGzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
export default () => pipeline(createReadStream("events.log"), createGzip(), createWriteStream("events.log.gz"));
