/**
 * Owns the rules and limits of rich text; cleans it and extracts its words in a worker thread.
 * Does not know the modules that it serves (messages, outbox).
 */
import { Worker } from 'node:worker_threads';
import { AppError } from '../platform/runtime/errors.ts';
import { checkRichText, tooIntricate } from './limits.ts';
import type { RichTextAnswer, RichTextOrder } from './richText.worker.ts';

export { isIntricate } from './limits.ts';
export { plainTextOf } from './plainText.ts';
export {
  findSecretInAddress,
  findWrappedSecret,
  findWrappedSecretIn,
  secretPlaceholders,
} from './secretPlaces.ts';

/** Four times what a text at the limits takes on a busy machine. */
const mostMilliseconds = 2000;
/** For the thread's start, which says nothing of the text: on a busy machine it takes many seconds. */
const startMilliseconds = 30_000;
const mostWaiting = 32;
/** An idle thread is ended to release its memory. */
const idleMilliseconds = 60_000;

const resourceLimits = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 };

interface Job {
  readonly order: RichTextOrder;
  readonly field: string;
  readonly resolve: (answer: readonly string[]) => void;
  readonly reject: (error: Error) => void;
}

/**
 * Removes scripts and all other active content, in a worker thread.
 * @throws AppError `text.tooIntricate` at `field`, `busy`
 */
export async function cleanRichText(html: string, field: string): Promise<string> {
  checkRichText(html, field);
  const [clean = ''] = await ask({ operation: 'clean', texts: [html] }, field);
  return clean;
}

/** The words of cleaned texts, extracted in a worker thread. @throws AppError `text.tooIntricate` at `field`, `busy` */
export async function wordsOf(texts: readonly string[], field: string): Promise<readonly string[]> {
  for (const text of texts) checkRichText(text, field);
  return ask({ operation: 'read', texts }, field);
}

const waiting: Job[] = [];
let worker: Worker | null = null;
let current: Job | null = null;
let timer: NodeJS.Timeout | undefined;

function ask(order: RichTextOrder, field: string): Promise<readonly string[]> {
  if (waiting.length >= mostWaiting) throw busy();
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
  if (worker) give(worker, current);
  else {
    worker = open();
    timer = setTimeout(() => giveUp(busy()), startMilliseconds);
  }
}

function give(to: Worker, { order }: Job): void {
  clearTimeout(timer);
  to.ref();
  to.postMessage(order);
  timer = setTimeout(() => giveUp(null), mostMilliseconds);
}

function busy(): AppError {
  return new AppError('busy', { headers: { 'retry-after': '5' } });
}

function open(): Worker {
  const opened = new Worker(new URL('./richText.worker.ts', import.meta.url), { resourceLimits });
  opened.on('message', (answer: RichTextAnswer | 'started') => {
    if (opened !== worker || !current) return;
    if (answer === 'started') {
      give(opened, current);
      return;
    }
    if (answer) current.resolve(answer);
    else current.reject(tooIntricate(current.field));
    next();
  });
  opened.on('error', (error: NodeJS.ErrnoException) => {
    if (opened === worker) giveUp(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? null : error);
  });
  return opened;
}

/** Terminates the thread and rejects the current text; null means `text.tooIntricate`. */
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
