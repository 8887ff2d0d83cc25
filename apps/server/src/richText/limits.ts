import { AppError } from '../platform/runtime/errors.ts';

/** A page of a table with 500 rows; editors make less of a whole letter. */
export const mostTags = 5000;
/** Lists in lists in tables, each word of them bold, coloured and linked. */
export const deepest = 100;

/** What never holds anything, and what the next of its kind ends: neither makes a text deeper. */
const flat = new Set(['br', 'hr', 'img', 'wbr', 'input', 'p', 'li', 'tr', 'td', 'th', 'dt', 'dd', 'option']);

/** A start or an end of a tag, with its name; a stroke that begins none is counted all the same. */
const tag = /<(\/?)([a-z][a-z0-9]*)?/gi;

/**
 * Looks at a text once, from left to right, before anything is built of it.
 * @throws AppError `text.tooIntricate` at `field`
 */
export function checkRichText(html: string, field: string): void {
  if (isIntricate(html)) throw tooIntricate(field);
}

export function isIntricate(html: string): boolean {
  let tags = 0;
  let depth = 0;
  for (const [, end, name = ''] of html.matchAll(tag)) {
    tags += 1;
    if (name !== '' && !flat.has(name.toLowerCase())) depth = end ? Math.max(0, depth - 1) : depth + 1;
    // One for the beginning and one for the end of each.
    if (tags > 2 * mostTags || depth > deepest) return true;
  }
  return false;
}

export function tooIntricate(field: string): AppError {
  return new AppError('text.tooIntricate', {
    params: { tags: mostTags, depth: deepest },
    faults: [{ path: field, messageKey: 'invalid' }],
  });
}
