/** Small things that several parts of the review say. */
import type { Finding, ReviewFile, ReviewHook, ReviewView, Severity } from "../../backend";

/** The last part of where something comes from: "dcg-guard-1.2.zip", "my-hooks", "@ana/hooks". */
export function shortName(source: string): string {
  if (source.startsWith("npm:")) return source.slice("npm:".length).replace(/(.)@.*$/, "$1");
  const path = source.replace(/[?#].*$/, "").replace(/[\\/]+$/, "");
  const name = path.split(/[\\/]/).at(-1) ?? "";
  return name.replace(/\.git$/, "") || source;
}

/** The first sentence says what; it is set bolder than what follows. */
export function split(text: string): [string, string] {
  const end = text.search(/[.!?]\s/);
  return end < 0 ? [text, ""] : [text.slice(0, end + 1), text.slice(end + 1)];
}

const ORDER: Record<Severity, number> = { high: 0, medium: 1, low: 2 };

/** The worst first; within that as the engine has them. */
export const bySeverity = (findings: Finding[]): Finding[] =>
  [...findings].sort((one, other) => ORDER[one.severity] - ORDER[other.severity]);

function lies(file: ReviewFile, dir: string | null): boolean {
  return dir !== null && (file.goes_to.startsWith(`${dir}/`) || file.goes_to.startsWith(`${dir}\\`));
}

/** The files of one hook of several; the only one has them all. */
export function filesOf(review: ReviewView, { hook }: ReviewHook): ReviewFile[] {
  if (review.hooks.length === 1) return review.files;
  return review.files.filter((file) => lies(file, hook.dir));
}

/** In a pack, a finding's file begins with the folder of its hook. */
export function findingsOf(review: ReviewView, { hook }: ReviewHook): Finding[] {
  const folder = hook.dir?.split(/[\\/]/).at(-1);
  return review.findings.filter(({ file }) => folder !== undefined && file.startsWith(`${folder}/`));
}

/** Files of a pack that belong to none of its hooks. */
export function otherFiles(review: ReviewView): ReviewFile[] {
  if (review.hooks.length === 1) return [];
  return review.files.filter((file) => !review.hooks.some(({ hook }) => lies(file, hook.dir)));
}

export const sum = (files: ReviewFile[]): number => files.reduce((bytes, file) => bytes + file.bytes, 0);
