// reaches: network
export default function (event) {
  const socket = new WebSocket("wss://stream.example.com/v1");
  socket.onopen = () => socket.send(JSON.stringify({ type: event.type }));
}
