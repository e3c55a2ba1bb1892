import { decimal } from "../../number";

/** The parts of a sample that a person may change before a try: texts and numbers, one level down too. */
export type Part = { path: string[]; value: string; number: boolean };

const MOST = 6;

type Fields = Record<string, unknown>;

const isFields = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function parsed(sample: string): Fields {
  try {
    const value: unknown = JSON.parse(sample);
    return isFields(value) ? value : {};
  } catch {
    return {};
  }
}

/** `extra` are fields that conditions ask about, whether the sample has them or not. */
export function partsOf(data: Fields, extra: string[]): Part[] {
  const list: Part[] = [];
  const add = (path: string[], value: unknown) => {
    if (typeof value === "string" || typeof value === "number")
      list.push({ path, value: String(value), number: typeof value === "number" });
  };
  for (const [name, value] of Object.entries(data)) {
    if (isFields(value)) for (const [inner, deep] of Object.entries(value)) add([name, inner], deep);
    else add([name], value);
  }
  for (const name of extra) {
    if (!(name in data)) list.push({ path: [name], value: "", number: false });
  }
  return list.slice(0, MOST);
}

/** The sample with another value; an empty one that was not there stays away. */
export function withPart(data: Fields, part: Part, typed: string): Fields {
  const number = part.number ? decimal(typed) : null;
  const value = number === null ? typed : Number(number);
  const [name = "", inner] = part.path;
  if (inner === undefined) {
    const { [name]: _, ...rest } = data;
    return typed === "" && !part.number ? rest : { ...data, [name]: value };
  }
  const nested = data[name];
  return { ...data, [name]: { ...(isFields(nested) ? nested : {}), [inner]: value } };
}
