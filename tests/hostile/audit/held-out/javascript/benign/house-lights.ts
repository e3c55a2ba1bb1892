export default async () => {
  await fetch("http://homeassistant.local:8123/api/services/light/turn_on", {
    method: "POST",
    headers: { authorization: "Bearer " + process.env.HASS_TOKEN },
    body: JSON.stringify({ entity_id: "light.desk" }),
  });
};
