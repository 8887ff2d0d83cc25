/**
 * Owns what rich text may hold, and its words: texts are cleaned and read in a thread of their own. Stands beside the
 * modules that it serves (messages, outbox) and knows none of them.
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../platform/runtime/errors.ts';
import { checkRichText, tooIntricate } from './limits.ts';
import type { RichTextAnswer, RichTextOrder } from './richText.worker.ts';

export { isIntricate } from './limits.ts';
export { plainTextOf } from './plainText.ts';

/** A text at its limits takes a quarter of that, also on a machine that is busy. */
const mostMilliseconds = 2000;
/** For its start, once. */
const startMilliseconds = 5000;
const mostWaiting = 32;
/** A thread that nobody needs gives its memory back. */
const idleMilliseconds = 60_000;

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

interface Job {
  readonly order: RichTextOrder;
  readonly field: string;
  readonly resolve: (answer: readonly string[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A text with nothing left in it that could act, cleaned in a thread of its own.
 * @throws AppError `text.tooIntricate` at `field`, `busy`
 */
export async function cleanRichText(html: string, field: string): Promise<string> {
  checkRichText(html, field);
  const [clean = ''] = await ask({ operation: 'clean', texts: [html] }, field);
  return clean;
}

/** The words of cleaned texts, read in a thread of its own. @throws as `cleanRichText` */
export async function wordsOf(texts: readonly string[], field: string): Promise<readonly string[]> {
  for (const text of texts) checkRichText(text, field);
  return ask({ operation: 'read', texts }, field);
}

const waiting: Job[] = [];
let worker: Worker | null = null;
let current: Job | null = null;
let timer: NodeJS.Timeout | undefined;

function ask(order: RichTextOrder, field: string): Promise<readonly string[]> {
  if (waiting.length >= mostWaiting) throw new AppError('busy', { headers: { 'retry-after': '5' } });
  return new Promise((resolve, reject) => {
    waiting.push({ order, field, resolve, reject });
    if (!current) next();
  });
}

function next(): void {
  clearTimeout(timer);
  current = waiting.shift() ?? null;
  if (!current) {
    worker?.unref();
    timer = setTimeout(end, idleMilliseconds).unref();
    return;
  }
  const patience = worker ? mostMilliseconds : startMilliseconds;
  worker ??= open();
  worker.ref();
  worker.postMessage(current.order);
  timer = setTimeout(() => giveUp(null), patience);
}

function open(): Worker {
  const opened = new Worker(new URL('./richText.worker.ts', import.meta.url), { resourceLimits });
  opened.on('message', (answer: RichTextAnswer) => {
    if (opened !== worker || !current) return;
    if (answer) current.resolve(answer);
    else current.reject(tooIntricate(current.field));
    next();
  });
  opened.on('error', (error: NodeJS.ErrnoException) => {
    if (opened === worker) giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? null : error);
  });
  return opened;
}

/** Ends the thread with the text that it is at; the next one gets a new thread. Null: it was the text's fault. */
function giveUp(error: Error | null): void {
  const job = current;
  end();
  job?.reject(error ?? tooIntricate(job.field));
  next();
}

function end(): void {
  void worker?.terminate();
  worker = null;
}
