// Modules that nobody thought of: a few names, declared and used in a random order. Most of what is made is a mistake of
// some kind, as it is about those that something is said. The same seed gives the same module.
import { dice } from "./generator.mjs";

const NAMES = ["a", "b", "c", "f", "g", "K", "cfg"];
const PLAIN = ["5", "`t`", "({ x: 1 })", "[1]", "() => 1", "null"];

/** The text of a module. Nothing in it goes round without end, and it does not end the program. */
export function module(seed) {
  const roll = dice(seed);
  let count = 0;
  const own = () => `own${++count}`;

  function value() {
    if (roll.whole(4) > 0) return roll.pick(PLAIN);
    const name = roll.pick(NAMES);
    return roll.pick([
      name,
      `${name}.x`,
      `${name}()`,
      `[${name}]`,
      `({ k: ${name} })`,
      `\`t\${${name}}\``,
      `${name} ?? 1`,
      `1 && ${name}`,
      `typeof ${name}`,
      `() => ${name}`,
      `(() => ${name})()`,
      `(async () => ${name})()`,
      `[1, 2].map((one) => one + ${name})`,
      `${name}?.y`,
      `String(${name})`,
      `process.env.NOT_SET ? ${name} : 2`,
      `new ${name}()`,
      `new Map([[1, ${name}]])`,
      `class { static own = ${name}; }`,
      `class extends ${name} {}`,
      `(${name} = 4)`,
    ]);
  }

  const several = (depth) => Array.from({ length: 1 + roll.whole(3) }, () => statement(depth + 1)).join(" ");

  function statement(depth) {
    if (depth > 2) return `console.debug(${value()});`;
    const name = roll.pick(NAMES);
    return roll.pick([
      () => `console.debug(${value()});`,
      () => `String(${value()});`,
      () => `if (${value()}) { ${several(depth)} }`,
      () => `if (process.env.NOT_SET) { ${several(depth)} } else { ${several(depth)} }`,
      () => `try { ${several(depth)} } catch {}`,
      () => `try { ${several(depth)} } finally { console.debug(1); }`,
      () => `for (const ${own()} of [1]) { ${several(depth)} }`,
      () => `while (${value()}) { ${several(depth)} break; }`,
      () => `do { ${several(depth)} } while (false);`,
      () => `switch (1) { case 1: ${several(depth)} }`,
      () => `{ ${several(depth)} }`,
      () => `${own()}: { ${several(depth)} }`,
      () => `(() => { ${several(depth)} })();`,
      () => `${name}();`,
      () => `${name}(${value()});`,
      () => `${name} = ${value()};`,
      () => `[1].forEach(${name});`,
      () => `const { x: ${own()} = ${value()} } = {};`,
      () => `const ${own()} = ${value()};`,
      () => (depth > 0 && roll.once(3) ? "return;" : "console.debug(0);"),
    ])();
  }

  function declaration(name) {
    return roll.pick([
      () => `const ${name} = ${value()};`,
      () => `let ${name} = ${value()};`,
      () => `let ${name};`,
      () => `var ${name} = ${value()};`,
      () => `export const ${name} = ${value()};`,
      () => `const ${name} = 5;`,
      () => `const ${name} = { x: 1 };`,
      () => `function ${name}() { ${several(0)} }`,
      () => `export function ${name}(given = ${value()}) { ${several(0)} }`,
      () => `async function ${name}() { console.debug(${roll.pick(NAMES)}); }`,
      () => `function* ${name}() { ${several(0)} }`,
      () => `const ${name} = () => { ${several(0)} };`,
      () => `const ${name} = () => ${value()};`,
      () => `class ${name} { static own = ${value()}; constructor() { ${several(0)} } }`,
      () => `class ${name} { x = 1; static method() { ${several(0)} } }`,
      () => `import ${name} from "node:fs";`,
      () => `enum ${name} { x = 1 }`,
    ])();
  }

  // A `return` outside of a function is another mistake.
  const top = () => {
    for (;;) {
      const made = statement(0);
      if (!made.includes("return;")) return made;
    }
  };
  const parts = [...NAMES.map(declaration), ...Array.from({ length: 1 + roll.whole(3) }, top)];
  for (let at = parts.length - 1; at > 0; at--) {
    const other = roll.whole(at + 1);
    [parts[at], parts[other]] = [parts[other], parts[at]];
  }
  return `${parts.join("\n")}\nexport default async () => {};\n`;
}
