/** Owns the rules and limits of rich text; cleans texts and extracts their words in a process of their own. */
import { openProcessPool, TaskTooLarge } from '../../core/runtime/concurrency/processPool.ts';
import { AppError } from '../../core/runtime/errors.ts';
import type { RichTextAnswer, RichTextOrder } from './richText.worker.ts';

export { toPlainText } from './plainText.ts';
export * from './secretPlaces.ts';

/** In processor time: four times what a text at the limits takes. */
const mostMilliseconds = 2000;

const processes = openProcessPool({
  module: new URL('./richText.worker.ts', import.meta.url),
  atOnce: 1,
  mostWaiting: 32,
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
});

/** Removes active content, in another process. @throws AppError `text.tooIntricate` at `field`, `busy` */
export async function cleanRichText(html: string, field: string): Promise<string> {
  checkRichText(html, field);
  const [clean = ''] = await ask({ operation: 'clean', texts: [html] }, field);
  return clean;
}

/** The words of cleaned texts, read in another process. @throws AppError `text.tooIntricate` at `field`, `busy` */
export async function readWords(texts: readonly string[], field: string): Promise<readonly string[]> {
  for (const text of texts) checkRichText(text, field);
  return ask({ operation: 'read', texts }, field);
}

async function ask(order: RichTextOrder, field: string): Promise<readonly string[]> {
  const answer = await processes.run(order, mostMilliseconds).catch((error) => {
    if (error instanceof TaskTooLarge) return null;
    throw error;
  });
  if (answer === null) throw tooIntricate(field);
  return answer as NonNullable<RichTextAnswer>;
}

/** Enough for a table of 500 rows. */
const mostTags = 5000;
/** Enough for nested lists in tables with bold, coloured and linked words. */
const deepest = 100;

/** Void elements, and elements that the next of their kind closes: they do not count as depth. */
const flat = new Set(['br', 'hr', 'img', 'wbr', 'input', 'p', 'li', 'tr', 'td', 'th', 'dt', 'dd', 'option']);

/** A start or end tag with its name; also matches a `<` that begins no tag. */
const tag = /<(\/?)([a-z][a-z0-9]*)?/gi;

/** Checks a text against the limits before it is parsed. @throws AppError `text.tooIntricate` at `field` */
function checkRichText(html: string, field: string): void {
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

function tooIntricate(field: string): AppError {
  return new AppError('text.tooIntricate', {
    params: { tags: mostTags, depth: deepest },
    faults: [{ path: field, messageKey: 'invalid' }],
  });
}
