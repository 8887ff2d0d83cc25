import type { Language } from '@guichet/contract/core/language';
import type { ListedMail } from '@guichet/contract/outbox';
import { record, write } from '../audit/audit.service.ts';
import { AppError } from '../platform/errors.ts';
import type { SystemsGrant } from '../platform/grant.ts';
import type { House } from '../platform/house.ts';
import { requeueMail, selectMailing } from './delivery.queries.ts';
import { failureWords } from './failureWords.ts';
import { openMailer } from './mailer.ts';
import * as queries from './outbox.queries.ts';
import { holdsSecret, renderMail, subjectOf } from './renderMail.ts';
import { mailKeys } from './sealedSecrets.ts';
import { mailboxText } from './sender.ts';

export interface MailQuery {
  readonly systemId?: number | undefined;
  readonly cohortId?: number | undefined;
  readonly state?: ListedMail['state'] | undefined;
  readonly search?: string | undefined;
  readonly page?: number | undefined;
  readonly pageSize?: number | undefined;
}

const largestPage = 100;

/** The mails that the reader may see, newest first, and how many there are in each state. */
export async function listMails(house: House, grant: SystemsGrant, query: MailQuery, language: Language) {
  const db = house.database.read;
  const filter = { ...query, systemIds: grant.systemIds };
  const limit = Math.min(query.pageSize ?? 25, largestPage);
  const offset = ((query.page ?? 1) - 1) * limit;
  const counts = await queries.countMails(db, filter);
  const rows = await queries.selectMails(db, filter, { state: query.state, limit, offset });
  const chosen = counts.filter(({ state }) => query.state === undefined || state === query.state);
  return {
    mails: rows.map((row) => listed(house, row, language)),
    totalItems: chosen.reduce((total, { n }) => total + n, 0),
    states: Object.fromEntries(counts.map(({ state, n }) => [state, n])),
    transport: openMailer(house.config).transport,
  };
}

/**
 * One mail as it is or will be sent. Secrets are masked, but for a super admin where mails are only written to
 * files; that reading is in the audit trail.
 * @throws AppError `mail.notFound`, for a mail of another system as well.
 */
export async function readMail(house: House, grant: SystemsGrant, mailId: number, language: Language) {
  const db = house.database.read;
  const row = await findMail(house, grant, mailId);
  const mailing = await selectMailing(db, row.mailingId);
  const isSecret = holdsSecret(row.own, house.clock.now());
  const maySee = grant.systemIds === 'all' && openMailer(house.config).transport === 'files';
  if (isSecret && maySee) await recordReading(house, grant, row);
  const site = {
    publicUrl: house.config.publicUrl,
    keys: maySee ? mailKeys(house) : null,
  };
  const mail = renderMail(mailing, { ...row, variables: row.own }, site, house.clock.now());
  const { attachmentId } = mailing;
  const attachment = attachmentId === null ? null : await queries.selectAttachmentName(db, attachmentId);
  return {
    ...listed(house, row, language),
    messageId: mail.messageId,
    from: mailboxText(mail.from),
    html: mail.html,
    text: mail.text,
    attachments: attachment === null ? [] : [attachment],
  };
}

/** @throws AppError `mail.notFound`, `mail.notRetryable`, `cohort.cancelled` */
export async function retryMail(house: House, grant: SystemsGrant, mailId: number): Promise<boolean> {
  const row = await findMail(house, grant, mailId);
  await write(house, grant, async (tx) => {
    if (await queries.isOfCancelledExam(tx, mailId)) throw new AppError('cohort.cancelled');
    const isQueued = await requeueMail(tx, mailId, house.clock.now());
    if (!isQueued) throw new AppError('mail.notRetryable');
    return record(true, { action: 'mail.retried', ...aboutMail(house, row) });
  });
  house.bell.ring('outbox');
  return true;
}

async function findMail(house: House, grant: SystemsGrant, mailId: number): Promise<queries.MailRow> {
  const row = await queries.selectMail(house.database.read, { systemIds: grant.systemIds }, mailId);
  if (!row) throw new AppError('mail.notFound');
  return row;
}

async function recordReading(house: House, grant: SystemsGrant, row: queries.MailRow): Promise<void> {
  await write(house, grant, async () => record(null, { action: 'mail.read', ...aboutMail(house, row) }));
}

function aboutMail(house: House, row: queries.MailRow) {
  const { id, systemId, recipientName: name, recipient } = row;
  return {
    subject: `mail:${id}`,
    systemId,
    detail: { name, recipient, mailSubject: subjectLine(house, row) },
  };
}

function listed(house: House, row: queries.MailRow, language: Language): ListedMail {
  return {
    id: row.id,
    systemId: row.systemId,
    recipient: row.recipient,
    recipientName: row.recipientName,
    language: row.language,
    subject: subjectLine(house, row),
    state: row.state,
    attempts: row.attempts,
    queuedAt: row.queuedAt,
    sentAt: row.sentAt,
    nextTryAt: row.state === 'waiting' ? row.nextTryAt : null,
    lastError: failureWords(row.lastError, language),
  };
}

function subjectLine(house: House, row: queries.MailRow): string {
  return subjectOf({ ...row, variables: row.shared }, row.own, house.config.publicUrl);
}
