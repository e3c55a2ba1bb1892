// expect: secret-place
import { readdir } from "fs/promises";

export default async () => readdir(`${process.env.HOME}/Library/Keychains`);
