import { openProcessPool, TaskTooLarge } from '../../../core/runtime/concurrency/processPool.ts';
import { XmlFault } from '../reading/readXml.ts';
import type { AnswerReply, PostedAnswer, ReadAnswer } from './answer.worker.ts';

const processes = openProcessPool({
  module: new URL('./answer.worker.ts', import.meta.url),
  atOnce: 2,
  mostWaiting: 100,
  resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
});

/** In processor time. A usual answer takes ten; the library's time grows with the square of the elements. */
const mostMilliseconds = 700;

/**
 * Reads an answer and checks its signature in another process: anybody can post one, and some take the library seconds.
 * @throws XmlFault; AppError `busy` when too many wait, `service.overloaded`
 */
export async function readPostedAnswer(posted: PostedAnswer): Promise<ReadAnswer> {
  const reply = (await processes.run(posted, mostMilliseconds).catch((error: unknown) => {
    if (error instanceof TaskTooLarge) throw new XmlFault('too intricate');
    throw error;
  })) as AnswerReply;
  if ('refused' in reply) throw new XmlFault(reply.refused);
  return reply;
}
