import { record, unchanged, write } from '../../audit/audit.service.ts';
import type { WriteTx } from '../../platform/database/database.ts';
import type { SystemsGrant } from '../../platform/http/grant.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { AppError } from '../../platform/runtime/errors.ts';
import { requeueJobs } from '../../queue/queue.service.ts';
import { type MailRow, selectMails, selectOfCancelledExams } from '../outbox.queries.ts';
import { aboutMail } from '../reading/reading.ts';
import { mailJobs } from '../sending/mailJobs.queries.ts';
import { replaceMailingOf } from './freshMails.queries.ts';
import { releasePlannedMails } from './planned.queries.ts';
import { resendToPresentAddresses } from './readdress.ts';

/** What the outbox does not know of a text: what it says of an exam now. */
export interface ExamTexts {
  /** The texts of these mails with their exams as they are, by the ids of those that they have. */
  refresh(tx: WriteTx, mailIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** These mails are sent again. */
  noteTold(tx: WriteTx, mailIds: readonly number[]): Promise<void>;
}

/** Also one about an exam that has arrived, once. @throws AppError `mail.notFound`, `mail.notRetryable`, `cohort.cancelled` */
export async function retryMail(
  context: AppContext,
  grant: SystemsGrant,
  mailId: number,
  texts: ExamTexts,
): Promise<boolean> {
  const onNone = (isCancelled: boolean) => {
    throw new AppError(isCancelled ? 'cohort.cancelled' : 'mail.notRetryable');
  };
  await sendAgain(context, grant, { mailIds: [mailId], alsoArrived: true }, texts, onNone);
  return true;
}

/**
 * Sends again which of these mails may be, with `alsoSent` also those about an exam that have arrived, once; the others are counted.
 * @throws AppError `mail.notFound`, for any of them: then nothing is done
 */
export function retryMails(
  context: AppContext,
  grant: SystemsGrant,
  {
    mailIds,
    alsoSent = false,
  }: { readonly mailIds: readonly number[]; readonly alsoSent?: boolean | undefined },
  texts: ExamTexts,
) {
  return sendAgain(context, grant, { mailIds, alsoArrived: alsoSent }, texts);
}

interface Asked {
  readonly mailIds: readonly number[];
  readonly alsoArrived: boolean;
}

async function sendAgain(
  context: AppContext,
  grant: SystemsGrant,
  { mailIds, alsoArrived }: Asked,
  texts: ExamTexts,
  onNone?: (isCancelled: boolean) => never,
) {
  const rows = await findMails(context, grant, mailIds);
  const outcome = await write(context, grant, async (tx) => {
    const cancelled = await selectOfCancelledExams(tx, mailIds);
    const open = mailIds.filter((id) => !cancelled.has(id));
    const recipients = await requeue(context, tx, { mailIds: open, alsoArrived }, texts);
    await texts.noteTold(tx, [...recipients.keys()]);
    const again = rows.filter(({ id }) => recipients.has(id));
    const [first, ...others] = again.map((row) => ({
      action: 'mail.retried' as const,
      ...aboutMail(context, { ...row, recipient: recipients.get(row.id) ?? row.recipient }),
    }));
    if (!first) onNone?.(cancelled.size > 0);
    const counts = { again: again.length, left: rows.length - again.length };
    return first ? record(counts, first, ...others) : unchanged(counts);
  });
  context.notifier.notify('outbox');
  return outcome;
}

/** Returns the mails that are sent again: by id, and the address of a copy that goes to another one. */
async function requeue(
  context: AppContext,
  tx: WriteTx,
  { mailIds, alsoArrived }: Asked,
  texts: ExamTexts,
): Promise<ReadonlyMap<number, string | null>> {
  const now = context.clock.now();
  const fresh = await texts.refresh(tx, mailIds);
  const copies = await resendToPresentAddresses(context, tx, mailIds, { alsoArrived, texts: fresh });
  const rest = mailIds.filter((id) => !copies.has(id));
  const requeued = (await requeueJobs(tx, mailJobs, { id: rest }, now)).map(({ id }) => Number(id));
  for (const [from, to] of fresh) if (from !== to) await replaceMailingOf(tx, requeued, { from, to });
  await releasePlannedMails(tx, requeued, now);
  return new Map<number, string | null>([...copies, ...requeued.map((id) => [id, null] as const)]);
}

async function findMails(
  context: AppContext,
  grant: SystemsGrant,
  mailIds: readonly number[],
): Promise<MailRow[]> {
  const ids = [...new Set(mailIds)];
  const { systemIds } = grant;
  const page = { state: undefined, limit: ids.length, offset: 0 };
  const rows = await selectMails(context.database.read, { systemIds, mailIds: ids }, page);
  if (rows.length < ids.length) throw new AppError('mail.notFound');
  return rows;
}
