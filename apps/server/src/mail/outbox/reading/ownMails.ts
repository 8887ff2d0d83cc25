import type { Language } from '@guichet/contract/core/language';
import type { OwnMail, ReadMail } from '@guichet/contract/mail/outbox.own';
import type { AppContext, SignedInGrant } from '../../../core/context/appContext.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { subjectLine } from '../aboutMail.ts';
import { type MailRow, selectOwnMail, selectOwnMails } from '../outbox.queries.ts';
import { withLogoInside } from '../render/logo.ts';
import { mailboxText, type OwnTime } from '../render/mail.ts';
import { listAttachments, selectAttachment, selectLogo, selectMailing } from '../render/mailing.queries.ts';
import { selectOwnTimes } from '../render/ownTime.queries.ts';
import { renderMail } from '../render/renderMail.ts';
import { type HistoryOf, purposesOfNone } from './mailHistory.ts';
import { findOwnAttachment, selectOwnDocuments } from './ownDocuments.queries.ts';

/** The mails to the caller, newest first, without planned and cancelled mails. */
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
