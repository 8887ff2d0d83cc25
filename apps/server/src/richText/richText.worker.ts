import { parentPort } from 'node:worker_threads';
import { cleanBody } from './cleanBody.ts';
import { plainTextOf } from './plainText.ts';

/** Texts that are cleaned, or read as words. */
export interface RichTextOrder {
  readonly operation: 'clean' | 'read';
  readonly texts: readonly string[];
}

/** Null: the texts were too much for whoever works on them. */
export type RichTextAnswer = readonly string[] | null;

const operations = { clean: cleanBody, read: plainTextOf } as const;

parentPort?.on('message', ({ operation, texts }: RichTextOrder) =>
  parentPort?.postMessage(answer(operation, texts)),
);

function answer(operation: RichTextOrder['operation'], texts: readonly string[]): RichTextAnswer {
  try {
    return texts.map((text) => operations[operation](text));
  } catch (error) {
    // Nested deeper than there is room for.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
