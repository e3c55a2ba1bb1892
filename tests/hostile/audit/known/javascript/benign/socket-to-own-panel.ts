import net from "node:net";
export default (event: { type: string }) => {
  const c = net.connect("/tmp/panel.sock", () => c.end(event.type));
  c.on("error", () => {});
};
