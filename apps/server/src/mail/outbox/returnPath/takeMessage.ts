import { systemTransaction } from '../../../core/audit/audit.service.ts';
import type { AppContext } from '../../../core/context/appContext.ts';
import { openThreadPool, TaskTooLarge } from '../../../core/runtime/concurrency/threadPool.ts';
import type { ReturnPathSettings } from '../../../core/runtime/config.ts';
import { readHeader } from './messageHeader.ts';
import type { ReportAnswer } from './report.worker.ts';
import { countMessage, selectReportable, storeReport } from './returnPath.queries.ts';
import { claimsIn, isSigned } from './returnPath.ts';

/**
 * `failed`, `delayed`, `delivered`: a report that was believed. `unsigned`: a report without the signed
 * return path of a mail that has left. `other`: a message that is no report. `unreadable`: no message.
 */
export type MessageOutcome = 'failed' | 'delayed' | 'delivered' | 'unsigned' | 'other' | 'unreadable';

/** A report with more addresses is a forgery or an accident. */
const mostClaims = 5;

const threads = openThreadPool({
  module: new URL('./report.worker.ts', import.meta.url),
  atOnce: 1,
  mostWaiting: 100,
  resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 8 },
});
/** In processor time; a usual report takes a few milliseconds. */
const mostMilliseconds = 10_000;

/**
 * Stores the report in a message of the return path's mailbox, if the report can be believed; idempotent
 * except for the counts. Only a report with a signed address is parsed, so a forgery costs no more than its
 * header.
 */
export async function takeMessage(
  context: AppContext,
  settings: ReturnPathSettings,
  bytes: Uint8Array,
): Promise<MessageOutcome> {
  const { values, isReport, isMessage } = readHeader(bytes);
  if (!isReport) return count(context, isMessage ? 'other' : 'unreadable');
  const mailId = await findMailReported(context, settings, values);
  if (mailId === null) return count(context, 'unsigned');
  const report = await readReport(bytes);
  if (report === null || report === 'unreadable') return count(context, report ?? 'other');
  return systemTransaction(context, async (tx) => {
    await storeReport(tx, mailId, report, context.clock.now());
    await countMessage(tx, report.delivery);
    return report.delivery;
  });
}

async function readReport(bytes: Uint8Array): Promise<ReportAnswer> {
  const answer = await threads.run(bytes, mostMilliseconds).catch((error) => {
    if (error instanceof TaskTooLarge) return 'unreadable';
    throw error;
  });
  return answer as ReportAnswer;
}

/** Counts a message from which nothing is stored. */
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
