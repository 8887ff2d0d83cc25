import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { openProcessPool, TaskTooLarge } from '../../../core/runtime/concurrency/processPool.ts';
import type { ReturnPathSettings } from '../../../core/runtime/config.ts';
import type { Answer, Message } from './deliveryReport.ts';
import { readHeader } from './messageHeader.ts';
import type { ReadAnswer } from './report.worker.ts';
import { countMessage, selectReportable, storeAnswer, storeReport } from './returnPath.queries.ts';
import { claimsIn, isSigned } from './returnPath.ts';

/**
 * `failed`, `delayed`, `delivered`: a report that was believed. `complaint`, `unclear`: an answer that stands with its
 * mail. `unsigned`: a report without the signed return path of a mail that has left. `other`: an absence note, a
 * receipt, a letter. `unreadable`: no message.
 */
export type MessageOutcome =
  | 'failed'
  | 'delayed'
  | 'delivered'
  | Answer['kind']
  | 'unsigned'
  | 'other'
  | 'unreadable';

/** A report with more addresses is a forgery or an accident. */
const mostClaims = 5;

const processes = openProcessPool({
  module: new URL('./report.worker.ts', import.meta.url),
  atOnce: 1,
  mostWaiting: 100,
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
});
/** In processor time; a usual report takes a few milliseconds. */
const mostMilliseconds = 10_000;

/**
 * Stores what a message of the return path's mailbox says of its mail, if the message can be believed; idempotent
 * except for the counts. Only a message to a signed address is parsed, so a forgery costs no more than its
 * header.
 */
export async function takeMessage(
  context: AppContext,
  settings: ReturnPathSettings,
  bytes: Uint8Array,
): Promise<MessageOutcome> {
  const { values, isOfSystem, isOfNobody, isAutoReply, isMessage } = readHeader(bytes);
  if (!isMessage) return count(context, 'unreadable');
  if (!isOfNobody || isAutoReply) return count(context, 'other');
  const mailId = await findMailReported(context, settings, values);
  if (mailId === null) return count(context, isOfSystem ? 'unsigned' : 'other');
  const message = await readBounded(bytes);
  if (message === null) return count(context, 'other');
  return systemTransaction(context, async (tx) => {
    const now = context.clock.now();
    if ('report' in message) await storeReport(tx, mailId, message.report, now);
    else await storeAnswer(tx, mailId, message.answer, now);
    const outcome = 'report' in message ? message.report.delivery : message.answer.kind;
    await countMessage(tx, outcome);
    return outcome;
  });
}

/** A message that cannot be read in time, or at all, is an answer without a text. */
async function readBounded(bytes: Uint8Array): Promise<Message> {
  const answer = (await processes.run(bytes, mostMilliseconds).catch((error) => {
    if (error instanceof TaskTooLarge) return 'unreadable';
    throw error;
  })) as ReadAnswer;
  return answer === 'unreadable' ? { answer: { kind: 'unclear', text: '' } } : answer;
}

export async function count(context: AppContext, outcome: MessageOutcome): Promise<MessageOutcome> {
  await systemTransaction(context, (tx) => countMessage(tx, outcome));
  return outcome;
}

/** The mail whose signed return path is among the header values of the report; null for none. */
async function findMailReported(
  { database, keys }: AppContext,
  settings: ReturnPathSettings,
  values: readonly string[],
): Promise<number | null> {
  const claims = claimsIn(settings, values).slice(0, mostClaims);
  if (claims.length === 0) return null;
  const mails = await selectReportable(
    database.read,
    claims.map(({ mailId }) => mailId),
  );
  return mails.find((mail) => claims.some((claim) => isSigned(keys, claim, mail)))?.id ?? null;
}
