import type { Values } from './fillPlaceholders.ts';

const mark = /\{\{\s*([A-Za-z]+|list\.[^{}<>&"']{1,60})\s*\}\}/g;
/** The tags that begin or end a line of the page; the cells of a row share one line. */
const boundary = /^<\/?(?:p|br|hr|h[1-4]|blockquote|ul|ol|li|table|thead|tbody|tr)\b/i;
/** Marks where something was removed; a noncharacter, so no text contains it. */
const gone = '\ufffe';

/**
 * Removes the lines of a body whose placeholders all have no value: `Hours: {{examTime}}.` of an exam without
 * hours, and the paragraphs, items and rows that become empty. Takes and returns sanitised HTML.
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

/** The names between double braces, whether the portal knows them or not. */
export function listPlaceholders(text: string): (keyof Values)[] {
  return [...text.matchAll(mark)].map(([, name]) => name as keyof Values);
}

/** The tags and texts of each line; a boundary tag is a line of its own. */
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

/** Removes the elements and line breaks that hold nothing but removed lines. */
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

const emptyParagraph = /^\s*(?:<p\b[^<>]*>(?:\s|&nbsp;|&#160;|<br[^<>]*>)*<\/p>\s*)?$/;

/** A sanitised body without the empty paragraphs at its start and end, which readers would see as holes. */
export function withoutEmptyEdges(html: string): string {
  const parts = html.split(/(?<=<\/p>)/);
  const isFull = (part: string) => !emptyParagraph.test(part);
  const first = parts.findIndex(isFull);
  return first < 0
    ? ''
    : parts
        .slice(first, parts.findLastIndex(isFull) + 1)
        .join('')
        .trim();
}
