import { parentPort } from 'node:worker_threads';
import { cleanBody } from './cleanBody.ts';
import { toPlainText } from './plainText.ts';

export interface RichTextOrder {
  readonly operation: 'clean' | 'read';
  readonly texts: readonly string[];
}

/** Null: the texts are too deeply nested. */
export type RichTextAnswer = readonly string[] | null;

const operations = { clean: cleanBody, read: toPlainText } as const;

parentPort?.on('message', ({ operation, texts }: RichTextOrder) =>
  parentPort?.postMessage(answer(operation, texts)),
);
parentPort?.postMessage('started');

function answer(operation: RichTextOrder['operation'], texts: readonly string[]): RichTextAnswer {
  try {
    return texts.map((text) => operations[operation](text));
  } catch (error) {
    // The nesting exceeds the stack.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
