import { make } from "./make.ts";
export default make();
