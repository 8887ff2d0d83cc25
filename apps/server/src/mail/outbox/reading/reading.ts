import type { QueryOf } from '@guichet/contract/core/endpoint';
import type { Language } from '@guichet/contract/core/language';
import {
  type ListedMail,
  type listMails as listing,
  type listRetryable as listingRetryable,
  retryableMaxMails,
  retryableStates,
} from '@guichet/contract/mail/outbox';
import { record, write } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant } from '../../../core/context/appContext.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { aboutMail, subjectLine } from '../aboutMail.ts';
import { delayWords, failureWords, isOfSender } from '../causes/failureWords.ts';
import { findAccountState } from '../changes/accountMails.queries.ts';
import { findSendableAgain } from '../changes/readdress.ts';
import * as queries from '../outbox.queries.ts';
import { withLogoInside } from '../render/logo.ts';
import { mailboxText } from '../render/mail.ts';
import { listAttachments, selectAttachment, selectLogo, selectMailing } from '../render/mailing.queries.ts';
import { encryptionKeys } from '../render/mailSecrets.ts';
import { holdsSecret, renderMail } from '../render/renderMail.ts';
import { selectAnswers } from '../returnPath/returnPath.queries.ts';
import { openMailer } from '../transport/mailer.ts';
import { countUnresolved, summarizeRefused } from './unresolved.queries.ts';

const largestPage = 100;

/** The states beside those that are always retryable in which a mail may be sent again. */
const sendableAgain: readonly ListedMail['state'][] = ['sent', 'filed', 'cancelled'];

/** A failed mail about no exam needs attention for this long. */
const recentSeconds = 30 * 24 * 60 * 60;

export async function listMails(
  context: AppContext,
  grant: SystemsGrant,
  query: QueryOf<typeof listing>,
  language: Language,
) {
  const db = context.database.read;
  const filter = filterOf(context, grant, query);
  const limit = Math.min(query.pageSize ?? 25, largestPage);
  const offset = ((query.page ?? 1) - 1) * limit;
  const counts = await queries.countMails(db, filter);
  const rows = await queries.selectMails(db, filter, { state: query.state, limit, offset });
  const again = await findSendableAgain(
    context,
    rows.filter(({ state }) => sendableAgain.includes(state)).map(({ id }) => id),
  );
  const chosen = counts.filter(({ state }) => query.state === undefined || state === query.state);
  return {
    mails: rows.map((row) => ({ ...listed(context, row, language), maySendAgain: again.has(row.id) })),
    totalItems: chosen.reduce((total, { n }) => total + n, 0),
    states: Object.fromEntries(counts.map(({ state, n }) => [state, n])),
    transport: openMailer(context.config).transport,
  };
}

export async function listRetryable(
  context: AppContext,
  grant: SystemsGrant,
  { sent = false, ...query }: QueryOf<typeof listingRetryable>,
): Promise<number[]> {
  const all: readonly ListedMail['state'][] = sent ? ['sent'] : query.unsent ? ['filed'] : retryableStates;
  const states = all.filter((state) => query.state === undefined || state === query.state);
  const filter = filterOf(context, grant, query);
  const ids = await queries.selectMailIds(context.database.read, filter, states, retryableMaxMails);
  if (!sent) return ids;
  const again = await findSendableAgain(context, ids);
  return ids.filter((id) => again.has(id));
}

function filterOf(
  context: AppContext,
  { systemIds }: SystemsGrant,
  query: QueryOf<typeof listingRetryable>,
): queries.MailFilter {
  const unresolved = unresolvedNow(context);
  return {
    ...query,
    unresolved: query.unresolved ? unresolved : undefined,
    senderFault: query.senderFault ? unresolved : undefined,
    unsent: query.unsent ? unresolved.today : undefined,
    systemIds,
  };
}

/** The number of unresolved mails (`listMails`) of each system. */
export async function countUnresolvedMails(context: AppContext, systemIds: TenantScope) {
  const counts = await countUnresolved(context.database.read, systemIds, unresolvedNow(context));
  return new Map(counts.map(({ systemId, n }) => [systemId, n]));
}

/** The newest mail to a person if it failed, came back or is delayed; else null. */
export async function findUndelivered(
  context: AppContext,
  systemIds: TenantScope,
  userId: number,
  language: Language,
) {
  const row = await queries.selectLatestMail(context.database.read, { systemIds, userId });
  const state = (['delayed', 'bounced', 'failed'] as const).find((one) => one === row?.state);
  if (!row || !state) return null;
  return {
    mailId: row.id,
    state,
    recipient: row.recipient,
    subject: subjectLine(context, row),
    language: row.language,
    at: row.reportedAt ?? row.sentAt ?? row.queuedAt,
    reason: failureWords(row.lastError, language),
    isSenderFault: isOfSender(row.lastError),
  };
}

/** The mails that are refused because of the sender, for a super admin; null for none, and for anybody else. */
export async function findRefusedForSender(
  context: AppContext,
  { systemIds }: SystemsGrant,
  language: Language,
) {
  if (systemIds !== 'all') return null;
  const { mails, since, lastError } = await findRefused(context);
  return since && { mails, since, reason: failureWords(lastError, language) ?? '' };
}

/** The mails that are refused because of the sender, since when, and the newest stored failure. */
export function findRefused(context: Pick<AppContext, 'database' | 'clock'>) {
  return summarizeRefused(context.database.read, unresolvedNow(context));
}

/** The number of mails that were only filed and are of use still, for a super admin; else 0. */
export async function countUnsent(context: AppContext, { systemIds }: SystemsGrant) {
  if (systemIds !== 'all' || openMailer(context.config).transport === 'files') return 0;
  const filter = { systemIds, unsent: context.clock.today() };
  const counts = await queries.countMails(context.database.read, filter);
  return counts.reduce((total, { n }) => total + n, 0);
}

function unresolvedNow({ clock }: Pick<AppContext, 'clock'>) {
  return { today: clock.today(), since: secondsAfter(clock.now(), -recentSeconds) };
}

/**
 * The audit log records that a super admin has read the secrets.
 * @throws AppError `mail.notFound`, also for a mail of another system
 */
export async function readMail(context: AppContext, grant: SystemsGrant, mailId: number, language: Language) {
  const db = context.database.read;
  const row = await findMail(context, grant, mailId);
  const mailing = await selectMailing(db, row.mailingId);
  const isSecret = holdsSecret(row.own, context.clock.now());
  const maySee = grant.systemIds === 'all' && openMailer(context.config).transport === 'files';
  if (isSecret && maySee) await recordReading(context, grant, row);
  const site = {
    publicUrl: context.config.publicUrl,
    keys: maySee ? encryptionKeys(context) : null,
  };
  const mail = renderMail(mailing, { ...row, variables: row.own }, site, context.clock.now());
  return {
    ...listed(context, row, language),
    messageId: mail.messageId,
    from: mailboxText(mail.from),
    replyTo: mail.replyTo,
    html: withLogoInside(mail.html, await selectLogo(db, mailing.logoId)),
    text: mail.text,
    attachments: listAttachments(mailing),
    maySendAgain: (await findSendableAgain(context, [mailId])).has(mailId),
    answers: (await selectAnswers(db, mailId)).map((one) => ({ ...one, at: new Date(one.at) })),
    account: await findAccountState(db, mailId),
  };
}

/** The document that a mail carries. @throws AppError `mail.notFound`, `attachment.notFound` */
export async function getAttachment(context: AppContext, grant: SystemsGrant, mailId: number) {
  const db = context.database.read;
  const { mailingId } = await findMail(context, grant, mailId);
  const { attachmentId } = await selectMailing(db, mailingId);
  if (attachmentId === null) throw new AppError('attachment.notFound');
  return selectAttachment(db, attachmentId);
}

/** @throws AppError `mail.notFound` */
async function findMail(context: AppContext, grant: SystemsGrant, mailId: number): Promise<queries.MailRow> {
  const row = await queries.selectMail(context.database.read, { systemIds: grant.systemIds }, mailId);
  if (!row) throw new AppError('mail.notFound');
  return row;
}

async function recordReading(context: AppContext, grant: SystemsGrant, row: queries.MailRow): Promise<void> {
  await write(context, grant, async () => record(null, { action: 'mail.read', ...aboutMail(context, row) }));
}

function listed(
  context: AppContext,
  row: queries.MailRow,
  language: Language,
): Omit<ListedMail, 'maySendAgain'> {
  return {
    ...row,
    subject: subjectLine(context, row),
    nextTryAt: row.state === 'waiting' ? row.nextTryAt : null,
    resentTo: row.state === 'resent' ? row.resentTo : null,
    lastError:
      row.state === 'sent'
        ? delayWords(row.lastError, language)
        : failureWords(row.lastError, language, row.state === 'waiting'),
    isSenderFault: isOfSender(row.lastError),
  };
}
