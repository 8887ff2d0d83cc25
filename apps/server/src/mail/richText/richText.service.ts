/** Owns the rules and limits of rich text; cleans texts and extracts their words in a process of their own. */
import { openProcessPool, TaskTooLarge } from '../../core/runtime/concurrency/processPool.ts';
import { checkRichText, tooIntricate } from './limits.ts';
import type { RichTextAnswer, RichTextOrder } from './richText.worker.ts';

export { isIntricate } from './limits.ts';
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
