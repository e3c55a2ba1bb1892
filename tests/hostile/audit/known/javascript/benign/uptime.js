const os = require("os");
module.exports = (event) => event.messages.push(`${os.hostname()} up ${Math.round(os.uptime() / 3600)} h, load ${os.loadavg()[0]}`);
