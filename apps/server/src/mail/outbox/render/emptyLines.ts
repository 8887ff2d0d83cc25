import type { Values } from './fillPlaceholders.ts';

const mark = /\{\{\s*([A-Za-z]+)\s*\}\}/g;
/** Where a line of the page begins or ends; cells stand side by side in the line of their row. */
const boundary = /^<\/?(?:p|br|hr|h[1-4]|blockquote|ul|ol|li|table|thead|tbody|tr)\b/i;
/** Stands for what was removed; a noncharacter, so in no text. */
const gone = '\ufffe';

/**
 * Removes the lines of a body whose placeholders all have no value: `Hours: {{examTime}}.` of an exam without hours. With
 * them go the paragraphs, items and rows that only they filled. Takes and returns sanitised HTML.
 */
export function withoutEmptyLines(html: string, values: Values): string {
  const isEmpty = (line: string) => {
    const names = listPlaceholders(line);
    return names.length > 0 && names.every((name) => values[name] === '');
  };
  const lines = linesOf(html);
  if (!lines.some((line) => isEmpty(line.join('')))) return html;
  const kept = lines.map((line) => (isEmpty(line.join('')) ? line.map(withoutText) : line).join(''));
  return withoutHulls(kept.join(''));
}

/** The names between double braces, known or not. */
export function listPlaceholders(text: string): (keyof Values)[] {
  return [...text.matchAll(mark)].map(([, name]) => name as keyof Values);
}

/** The tags and texts of each line; a boundary is a line of its own. */
function linesOf(html: string): string[][] {
  const lines: string[][] = [[]];
  for (const part of html.split(/(<[^<>]*>)/)) {
    if (boundary.test(part)) lines.push([part], []);
    else lines.at(-1)?.push(part);
  }
  return lines;
}

function withoutText(part: string): string {
  return part.startsWith('<') ? part : gone;
}

/** Removes the elements and line breaks that are left around what was removed. */
function withoutHulls(html: string): string {
  const hull = /<(\w+)\b[^<>]*>([\s\ufffe]*)<\/\1>\s*/g;
  const smaller = html
    .replace(/\ufffe\s*<br[^<>]*>/g, gone)
    .replace(hull, (whole, _name, inside: string) => (inside.includes(gone) ? gone : whole));
  if (smaller !== html) return withoutHulls(smaller);
  return html
    .replace(/<br[^<>]*>\s*\ufffe+\s*(?=<\/)/g, '')
    .replaceAll(gone, '')
    .trim();
}
