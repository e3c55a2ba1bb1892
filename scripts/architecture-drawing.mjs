// The drawing of the rooms: each on the floor above all that it uses, its modules in it, an arrow to each room that it
// uses and that no other arrow leads to already.

const WIDTH = 1040;
const GAP = 44;
const LINE = 17;
const PAD = 14;
/** About the width of a letter, so that words can be broken without a browser. */
const LETTER = 6.9;

/** Rooms with the number of their floor: one above the highest that they use. */
function floors(rooms) {
  const floor = new Map();
  for (const room of rooms) {
    const below = room.uses.map((name) => floor.get(name) ?? 0);
    floor.set(room.name, below.length === 0 ? 0 : Math.max(...below) + 1);
  }
  return floor;
}

/** The arrows that say something new: not those that a longer way says too. */
function arrows(rooms) {
  const direct = new Map(rooms.map((room) => [room.name, room.uses]));
  const reaches = (from, to) => from === to || (direct.get(from) ?? []).some((next) => reaches(next, to));
  return rooms.flatMap((room) =>
    room.uses
      .filter((to) => !room.uses.some((other) => other !== to && reaches(other, to)))
      .map((to) => [room.name, to]),
  );
}

function broken(words, width) {
  const lines = [""];
  for (const word of words) {
    const line = lines[lines.length - 1];
    if (line && (line.length + 1 + word.length) * LETTER > width) lines.push(word);
    else lines[lines.length - 1] = line ? `${line} ${word}` : word;
  }
  return lines;
}

const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** The drawing as SVG, the same for the same house. `rooms` come the lowest first. */
export function draw(rooms) {
  const floor = floors(rooms);
  const storeys = [];
  for (const room of rooms) {
    // A room reaches up to the lowest one that uses it, so that no arrow goes behind another room.
    const own = floor.get(room.name);
    const users = rooms
      .filter((other) => other.uses.includes(room.name))
      .map((other) => floor.get(other.name));
    const above = users.length > 0 ? Math.min(...users) : own + 1;
    for (let level = own; level < above; level++) {
      storeys[level] ??= [];
      storeys[level].push(room.name);
    }
  }
  const boxes = new Map();
  for (const room of rooms) {
    const own = storeys.filter((names) => names.includes(room.name));
    const fullest = own.reduce((most, names) => (names.length > most.length ? names : most));
    const width = (WIDTH - GAP * (fullest.length + 1)) / fullest.length;
    const x = GAP + fullest.toSorted((a, b) => span(a) - span(b)).indexOf(room.name) * (width + GAP);
    const idea = broken(room.idea.split(" "), width - 2 * PAD);
    const names = broken([...room.modules.keys()], width - 2 * PAD);
    boxes.set(room.name, { x, width, idea, names, content: (idea.length + names.length) * LINE + 46 });
  }
  function span(name) {
    return storeys.filter((names) => names.includes(name)).length;
  }
  let top = GAP;
  for (const names of storeys.toReversed()) {
    const height = Math.max(...names.map((name) => boxes.get(name).content / span(name)));
    for (const name of names) {
      const box = boxes.get(name);
      box.y ??= top;
      box.height = top + height - box.y;
    }
    top += height + GAP;
  }
  const out = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${top}" font-family="system-ui, sans-serif" font-size="13">`,
    "<title>The rooms of the engine: each uses only what is below it</title>",
    '<defs><marker id="a" markerWidth="9" markerHeight="9" refX="8" refY="4.5" orient="auto"><path d="M0 0 9 4.5 0 9z" fill="#667"/></marker></defs>',
    `<rect width="${WIDTH}" height="${top}" fill="#fff"/>`,
  ];
  for (const [from, to] of arrows(rooms)) {
    const [a, b] = [boxes.get(from), boxes.get(to)];
    if (!a || !b) continue;
    const left = Math.max(a.x, b.x);
    const right = Math.min(a.x + a.width, b.x + b.width);
    const straight = left < right;
    const x1 = straight ? (left + right) / 2 : a.x + a.width / 2;
    const x2 = straight ? x1 : b.x + b.width / 2;
    out.push(
      `<path d="M${x1.toFixed(0)} ${a.y + a.height} L${x2.toFixed(0)} ${b.y - 2}" stroke="#667" fill="none" marker-end="url(#a)"/>`,
    );
  }
  for (const [name, box] of boxes) {
    const x = (box.x + PAD).toFixed(0);
    const line = (text, row, more = "") =>
      `<text x="${x}" y="${box.y + 24 + row * LINE}"${more}>${escaped(text)}</text>`;
    out.push(
      `<rect x="${box.x.toFixed(0)}" y="${box.y}" width="${box.width.toFixed(0)}" height="${box.height}" rx="8" fill="#f5f6fa" stroke="#99a"/>`,
      line(name, 0, ' font-weight="600" font-size="15"'),
      ...box.idea.map((text, index) => line(text, index + 1)),
      ...box.names.map((text, index) => line(text, box.idea.length + 1.4 + index, ' fill="#556"')),
    );
  }
  return `${out.join("\n")}\n</svg>\n`;
}
