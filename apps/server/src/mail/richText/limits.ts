import { AppError } from '../../core/runtime/errors.ts';

/** Enough for a table of 500 rows. */
export const mostTags = 5000;
/** Enough for nested lists in tables with bold, coloured and linked words. */
export const deepest = 100;

/** Void elements, and elements that the next of their kind closes: they do not count as depth. */
const flat = new Set(['br', 'hr', 'img', 'wbr', 'input', 'p', 'li', 'tr', 'td', 'th', 'dt', 'dd', 'option']);

/** A start or end tag with its name; also matches a `<` that begins no tag. */
const tag = /<(\/?)([a-z][a-z0-9]*)?/gi;

/** Checks a text against the limits before it is parsed. @throws AppError `text.tooIntricate` at `field` */
export function checkRichText(html: string, field: string): void {
  if (isIntricate(html)) throw tooIntricate(field);
}

export function isIntricate(html: string): boolean {
  let tags = 0;
  let depth = 0;
  for (const [, end, name = ''] of html.matchAll(tag)) {
    tags += 1;
    if (name !== '' && !flat.has(name.toLowerCase())) depth = end ? Math.max(0, depth - 1) : depth + 1;
    // Each element may have a start and an end tag.
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
