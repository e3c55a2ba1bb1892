const mqtt = require("mqtt");
module.exports = (event) => {
  const c = mqtt.connect(process.env.MQTT_URL);
  c.publish("agent/" + event.type, "1", () => c.end());
};
