import { key } from "./key";

export default async function handler() {
  console.log(key.length);
}
