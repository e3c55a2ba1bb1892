/** Dates, sizes and lists in the person's own language. */
/** Made when it is wanted, and once: each of them costs milliseconds, and the first picture needs but one. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

const dates = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium" }));
const times = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" }));
const lists = once(() => new Intl.ListFormat(undefined, { type: "conjunction" }));
const numbers = once(() => new Intl.NumberFormat());
const UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;

export function formatDate(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : dates().format(date);
}

export function formatDateTime(iso: string): string {
  const date = new Date(iso);
  return Number.isNaN(date.getTime()) ? iso : times().format(date);
}

const AGO = [
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;
const ago = once(() => new Intl.RelativeTimeFormat());

/** "3 minutes ago"; from a day on, and for what is yet to come, the date. */
export function formatAgo(iso: string, now: number): string {
  const seconds = Math.floor((now - new Date(iso).getTime()) / 1000);
  if (!(seconds >= 0 && seconds < 24 * 3600)) return formatDateTime(iso);
  const [unit, length] = AGO.find(([, length]) => seconds >= length) ?? AGO[2];
  return ago().format(-Math.floor(seconds / length), unit);
}

export function formatBytes(bytes: number): string {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return new Intl.NumberFormat(undefined, {
    style: "unit",
    unit: UNITS[unit],
    unitDisplay: unit === 0 ? "long" : "short",
    maximumFractionDigits: 1,
  }).format(value);
}

/** "0.1s", "12s", "2m 5s" */
export function formatDuration(millis: number): string {
  const unit = (value: number, name: "second" | "minute", digits = 0) =>
    new Intl.NumberFormat(undefined, {
      style: "unit",
      unit: name,
      unitDisplay: "narrow",
      maximumFractionDigits: digits,
    }).format(value);
  if (millis < 10_000) return unit(millis / 1000, "second", 1);
  const seconds = Math.round(millis / 1000);
  if (seconds < 60) return unit(seconds, "second");
  return `${unit(Math.floor(seconds / 60), "minute")} ${unit(seconds % 60, "second")}`;
}

export const formatList = (items: string[]): string => lists().format(items);
export const formatNumber = (value: number): string => numbers().format(value);

/** A path as people know it: their own folder is `~`. */
export function showPath(path: string, home: string): string {
  const inside = path.startsWith(`${home}/`) || path.startsWith(`${home}\\`);
  return inside ? `~${path.slice(home.length)}` : path;
}
