import { openThreadPool, TaskTooLarge } from '../../../core/runtime/concurrency/threadPool.ts';
import { type XmlElement, XmlFault } from '../reading/readXml.ts';
import type { AnswerReply } from './answer.worker.ts';

/** A posted answer, and what it has to be: for this request, this address and this audience, signed by one of these certificates. */
export interface PostedAnswer {
  readonly posted: string;
  readonly requestId: string;
  readonly address: string;
  readonly audience: string;
  readonly certificates: readonly string[];
}

/** `signed`: the assertion, read from the signed bytes alone; else the fault for which it does not count. */
export interface ReadAnswer {
  readonly answer: XmlElement;
  readonly signed: XmlElement | null;
  readonly fault: string;
}

const threads = openThreadPool({
  module: new URL('./answer.worker.ts', import.meta.url),
  atOnce: 2,
  mostWaiting: 100,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
});

/** In processor time. A usual answer takes ten; the library's time grows with the square of the elements. */
const mostMilliseconds = 700;

/**
 * Reads an answer and checks its signature in a thread of another process: anybody can post one, and some take the library seconds.
 * @throws XmlFault; AppError `busy` when too many wait, `service.overloaded`
 */
export async function readPostedAnswer(posted: PostedAnswer): Promise<ReadAnswer> {
  const reply = (await threads.run(posted, mostMilliseconds).catch((error: unknown) => {
    if (error instanceof TaskTooLarge) throw new XmlFault('too intricate');
    throw error;
  })) as AnswerReply;
  if ('refused' in reply) throw new XmlFault(reply.refused);
  return reply;
}
