import { systemTransaction } from '../../audit/audit.service.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import type { ReturnPathSettings } from '../../platform/runtime/config.ts';
import { type Message, readMessage } from './deliveryReport.ts';
import { countMessage, selectReportable, storeReport } from './returnPath.queries.ts';
import { claimsIn, isSigned } from './returnPath.ts';

/**
 * `failed`, `delayed`, `delivered`: a report that was believed. `unsigned`: a report without the signed return path of a
 * mail that left. `other`: no report. `unreadable`: no message.
 */
export type MessageOutcome = 'failed' | 'delayed' | 'delivered' | 'unsigned' | 'other' | 'unreadable';

/** More addresses than one are a forgery or an accident. */
const mostClaims = 5;

/** Stores what a message of the return path's mailbox reports, if it is to be believed; idempotent but for the counts. */
export async function takeMessage(
  context: AppContext,
  settings: ReturnPathSettings,
  bytes: Uint8Array,
): Promise<MessageOutcome> {
  const message = await readMessage(bytes).catch(() => null);
  const mailId = message?.report ? await findMailReported(context, settings, message) : null;
  const outcome = outcomeOf(message, mailId);
  await systemTransaction(context, async (tx) => {
    if (message?.report && mailId !== null)
      await storeReport(tx, mailId, message.report, context.clock.now());
    await countMessage(tx, outcome);
  });
  return outcome;
}

function outcomeOf(message: Message | null, mailId: number | null): MessageOutcome {
  if (!message) return 'unreadable';
  if (!message.report) return 'other';
  return mailId === null ? 'unsigned' : message.report.delivery;
}

/** The mail whose signed return path is among the addresses of the report; null for none. */
async function findMailReported(
  { database, keys }: AppContext,
  settings: ReturnPathSettings,
  { headers }: Message,
): Promise<number | null> {
  const claims = claimsIn(settings, headers).slice(0, mostClaims);
  if (claims.length === 0) return null;
  const mails = await selectReportable(
    database.read,
    claims.map(({ mailId }) => mailId),
  );
  return mails.find((mail) => claims.some((claim) => isSigned(keys, claim, mail)))?.id ?? null;
}
