import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';
import { withDeadline } from './deadline.ts';
import { openSemaphore } from './semaphore.ts';

/** The thread has taken longer than it may, or more memory. */
export class ThreadOverrun extends Error {}

interface ThreadLimits {
  /** The longest that one question may take, in milliseconds. */
  readonly mostMilliseconds: number;
  readonly resourceLimits: ResourceLimits;
}

/** For its start, which says nothing of a question: on a busy machine it takes many seconds. */
const startMilliseconds = 30_000;
/** An idle thread is ended to release its memory. */
const idleMilliseconds = 60_000;

/**
 * A worker thread that answers one question after the other: its module posts `started`, then one message for each that it
 * gets. It is started on demand; one that has failed is replaced with the next question.
 * @throws ThreadOverrun; AppError `busy` when many wait
 */
export function openWorkerThread<Question, Answer>(module: URL, limits: ThreadLimits) {
  const acquireTurn = openSemaphore(1, 100);
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | undefined;

  const end = () => {
    void worker?.terminate();
    worker = null;
  };
  const answerOf = async (of: Worker, milliseconds: number) => {
    const late = () => Promise.reject(new ThreadOverrun('no answer in time'));
    const [answer] = await withDeadline(milliseconds, once(of, 'message'), late);
    return answer;
  };

  return async (question: Question): Promise<Answer> => {
    const release = await acquireTurn();
    clearTimeout(idle);
    try {
      if (!worker) {
        worker = new Worker(module, { resourceLimits: limits.resourceLimits });
        // One that fails while it is idle: the next question tells.
        worker.on('error', () => undefined);
        await answerOf(worker, startMilliseconds);
      }
      worker.ref();
      worker.postMessage(question);
      return await answerOf(worker, limits.mostMilliseconds);
    } catch (error) {
      end();
      const { code } = error as NodeJS.ErrnoException;
      throw code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadOverrun('out of memory') : error;
    } finally {
      (worker as Worker | null)?.unref();
      idle = setTimeout(end, idleMilliseconds).unref();
      release();
    }
  };
}
