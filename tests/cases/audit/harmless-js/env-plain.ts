// reaches: nothing
const debug = process.env.DEBUG === "1";
const zone = process.env["TZ"] ?? "UTC";

export default function (event) {
  if (debug) console.log("hook", event.type, zone, process.env.NODE_ENV);
}
