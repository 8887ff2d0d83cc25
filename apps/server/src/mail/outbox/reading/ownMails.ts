import type { Language } from '@guichet/contract/core/language';
import type { OwnMail, ReadMail } from '@guichet/contract/mail/outbox.own';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import type { mailWords } from '../../texts/texts.service.ts';
import { subjectLine } from '../aboutMail.ts';
import { delayWords, failureWords } from '../causes/failureWords.ts';
import { type MailRow, selectOwnMail, selectOwnMails } from '../outbox.queries.ts';
import { withLogoInside } from '../render/logo.ts';
import { mailboxText, type OwnTime } from '../render/mail.ts';
import {
  listAttachments,
  selectAttachment,
  selectLogo,
  selectMailing,
  selectOwnTimes,
} from '../render/mailing.queries.ts';
import { renderMail, renderSubject } from '../render/renderMail.ts';
import { selectMailHistory } from './mailHistory.queries.ts';
import { findOwnAttachment, selectOwnDocuments } from './ownDocuments.queries.ts';

export async function listOwnMails(context: AppContext, { identity }: SignedInGrant): Promise<OwnMail[]> {
  const { database } = context;
  // Mails about the account belong to no system, so the scope is all; the query names the recipient.
  const rows = await database.within('all', () => selectOwnMails(database.read, identity.userId));
  return rows.map((row) => listed(context, row));
}

/** A mail to the caller as it was sent; secrets are masked. @throws AppError `mail.notFound` */
export function readOwnMail(
  context: AppContext,
  { identity }: SignedInGrant,
  mailId: number,
): Promise<ReadMail> {
  return readMailTo(context, identity.userId, mailId, {
    isShown: () => true,
    ownTime: async () => (await selectOwnTimes(context, [mailId])).get(mailId) ?? null,
  });
}

/** The document of a mail to the caller. @throws AppError `mail.notFound`, `attachment.notFound` */
export function getOwnDocument(
  { database, clock }: AppContext,
  { identity: { userId } }: SignedInGrant,
  { mailId, language = null }: { readonly mailId: number; readonly language?: Language | null | undefined },
) {
  return database.within('all', async () => {
    const reader = { userId, today: clock.today() };
    const attachmentId = await findOwnAttachment(database.read, reader, { mailId, language });
    if (attachmentId === undefined) throw new AppError('mail.notFound');
    if (attachmentId === null) throw new AppError('attachment.notFound');
    return selectAttachment(database.read, attachmentId);
  });
}

/** The documents that mails brought a person, by exam; of those with one name in an exam, the newest mail's. */
export async function listDocumentsByExam({ database, clock }: AppContext, userId: number) {
  const rows = await selectOwnDocuments(database.read, { userId, today: clock.today() });
  return Map.groupBy(rows, ({ examId }) => examId);
}

/** A mail of a person's history as sent; secrets are masked, extra time left out. @throws `mail.notFound` */
export function readMailInHistory(context: AppContext, of: HistoryOf, mailId: number): Promise<ReadMail> {
  const ofNone = purposesOfNone(of);
  return readMailTo(context, of.userId, mailId, {
    isShown: ({ systemId, purpose }) =>
      systemId === null
        ? ofNone.includes(purpose)
        : of.systemIds === 'all' || of.systemIds.includes(systemId),
    ownTime: () => Promise.resolve(null),
  });
}

async function readMailTo(
  context: AppContext,
  userId: number,
  mailId: number,
  how: { readonly isShown: (mail: MailRow) => boolean; readonly ownTime: () => Promise<OwnTime | null> },
): Promise<ReadMail> {
  const { database, config, clock } = context;
  return database.within('all', async () => {
    const row = await selectOwnMail(database.read, userId, mailId);
    if (!row || !how.isShown(row)) throw new AppError('mail.notFound');
    const mailing = await selectMailing(database.read, row.mailingId);
    const site = { publicUrl: config.publicUrl, keys: null };
    const ownTime = await how.ownTime();
    const mail = renderMail(mailing, { ...row, variables: row.own, ownTime }, site, clock.now());
    return {
      ...listed(context, row),
      from: mailboxText(mail.from),
      recipient: row.recipient,
      html: withLogoInside(mail.html, await selectLogo(database.read, mailing.logoId)),
      attachments: listAttachments(mailing),
    };
  });
}

function listed(context: AppContext, row: MailRow): OwnMail {
  const { id, language, state, sentAt, queuedAt } = row;
  return { id, language, state, subject: subjectLine(context, row), at: sentAt ?? queuedAt };
}

export type MailInHistory = Awaited<ReturnType<typeof listMailHistory>>[number];

/** Whose history, in which systems, and whether with mails of no system. */
interface HistoryOf {
  readonly userId: number;
  readonly systemIds: TenantScope;
  readonly withReset: boolean;
}

function purposesOfNone({ systemIds, withReset }: HistoryOf): readonly string[] {
  if (!withReset) return [];
  // The mail of a new account in several systems, or in none, has no system: only super admins see it.
  return systemIds === 'all' ? [...aboutAccounts, 'newAccount'] : aboutAccounts;
}

/** Mails of no system about a person's own account: the history has the events that they tell, too. */
const aboutAccounts = [
  ...[
    'resetPassword',
    'passwordChanged',
    'factorsReset',
    'factorsEnded',
    'recoveryCodesMade',
    'recoveryCodeUsed',
  ],
  ...['totpAdded', 'totpRemoved', 'passkeyAdded', 'passkeyRemoved', 'identityLinked', 'identityUnlinked'],
  ...['accountLocked', 'accountUnlocked'],
] as const satisfies readonly (keyof (typeof mailWords)['en']['mails'])[];

/**
 * The newest mails of these systems to a person, each with its state. `withReset` adds mails of no system:
 * those about the own account, and for a super admin the mails of new accounts. Problems are in the
 * reader's language.
 */
export async function listMailHistory(context: AppContext, of: HistoryOf, reader: Language, limit: number) {
  const rows = await selectMailHistory(context.database.read, { ...of, ofNone: purposesOfNone(of) }, limit);
  return rows.map(({ own, shared, lastError, queuedAt, sentAt, plannedFor, dueAt, hasLink, ...row }) => ({
    ...row,
    link: (hasLink && own.secretLink) || own.confirmLink || null,
    queuedAt,
    subject: renderSubject({ ...row, variables: shared }, own, context.config.publicUrl),
    nextTryAt: row.state === 'waiting' ? dueAt : null,
    problem: row.state === 'sent' ? null : failureWords(lastError, reader, row.state === 'waiting'),
    delay: row.state === 'sent' ? delayWords(lastError, reader) : null,
    at: sentAt ?? (row.state === 'planned' ? plannedFor : null) ?? queuedAt,
  }));
}
