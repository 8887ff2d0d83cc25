import type { ErrorCode } from '@guichet/contract/core/errors';
import { emailKey } from '@guichet/contract/core/fold';
import { findAuthor, record, unchanged, write, writeEverywhere } from '../../../core/audit/audit.service.ts';
import type { AppContext, SystemsGrant, WriteTx } from '../../../core/context/appContext.ts';
import { requeueJobs } from '../../../core/queue/queue.service.ts';
import { enforceRateLimit } from '../../../core/rateLimit/rateLimit.ts';
import { AppError } from '../../../core/runtime/errors.ts';
import { aboutMail } from '../aboutMail.ts';
import { type MailRow, selectMails } from '../outbox.queries.ts';
import { mailJobs } from '../sending/mailJobs.queries.ts';
import { type NewLinks, replaceLinks, selectLinksToRenew } from './accountMails.queries.ts';
import { moveMails, releasePlannedMails } from './freshMails.queries.ts';
import { selectUsedKeys } from './readdress.queries.ts';
import { makeCopyKey, resendToPresentAddresses } from './readdress.ts';
import { reviveMails, selectOutdated } from './revive.queries.ts';

/** To send a mail again, the outbox needs the present text about an exam, and new account links. */
export interface PresentContent {
  readonly links: AccountLinks;
  /** Makes texts with the exams' present facts for these mails; returns new text ids by former ids. */
  refresh(tx: WriteTx, mailIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** Called for the mails that are sent again: their candidates are told the present facts. */
  noteTold(tx: WriteTx, mailIds: readonly number[]): Promise<void>;
}

/**
 * @throws AppError `mail.notFound`, `mail.notRetryable`, `mail.notOfCandidate`, `exam.cancelled`, `exam.over`; of a new account
 * `user.outOfReach`, `mail.passwordChosen`, `mail.accountClosed`, `request.tooMany`
 */
export async function retryMail(
  context: AppContext,
  grant: SystemsGrant,
  mailId: number,
  content: PresentContent,
): Promise<boolean> {
  const onNone = (why: ErrorCode) => {
    throw new AppError(why);
  };
  await sendAgain(context, grant, { mailIds: [mailId], alsoArrived: true }, content, onNone);
  return true;
}

/** @throws AppError `mail.notFound`, for any of them: then nothing is done; `request.tooMany` */
export function retryMails(
  context: AppContext,
  grant: SystemsGrant,
  {
    mailIds,
    alsoSent = false,
  }: { readonly mailIds: readonly number[]; readonly alsoSent?: boolean | undefined },
  content: PresentContent,
) {
  return sendAgain(context, grant, { mailIds, alsoArrived: alsoSent }, content);
}

interface Asked {
  readonly mailIds: readonly number[];
  readonly alsoArrived: boolean;
}

async function sendAgain(
  context: AppContext,
  grant: SystemsGrant,
  { mailIds, alsoArrived }: Asked,
  content: PresentContent,
  onNone?: (why: ErrorCode) => never,
) {
  const rows = await findMails(context, grant, mailIds);
  await limitSendingAgain(context, grant, rows);
  // Whether the sender may manage a person depends on the person's roles in every system.
  const inScope = rows.some(isAccountMail) ? writeEverywhere : write;
  return inScope(context, grant, async (tx) => {
    const refused = new Map([
      ...(await refuseAccountMails(tx, grant, rows, content.links)),
      ...(await selectOutdated(tx, mailIds, context.clock.today())),
    ]);
    const open = mailIds.filter((id) => !refused.has(id));
    const recipients = await requeue(
      context,
      tx,
      { mailIds: open, alsoArrived, by: findAuthor(grant).fullName },
      content,
    );
    await content.noteTold(tx, [...recipients.keys()]);
    const again = rows.filter(({ id }) => recipients.has(id));
    const [first, ...others] = again.map((row) => ({
      action: 'mail.retried' as const,
      ...aboutMail(context, { ...row, recipient: recipients.get(row.id) ?? row.recipient }),
    }));
    if (!first) onNone?.([...refused.values()][0] ?? 'mail.notRetryable');
    const counts = { again: again.length, left: rows.length - again.length };
    return first ? record(counts, first, ...others) : unchanged(counts);
  });
}

/** Sending again counts like writing: by sender, and for a mail of a new account by recipient too. */
async function limitSendingAgain(context: AppContext, { identity }: SystemsGrant, rows: readonly MailRow[]) {
  await enforceRateLimit(context, 'ownMail', identity.userId);
  for (const { recipient } of rows.filter(isAccountMail))
    await enforceRateLimit(context, 'givenMailToOne', emailKey(recipient));
}

/** Returns the mails that are sent again, by id: the address of a copy to another address, else null. */
async function requeue(
  context: AppContext,
  tx: WriteTx,
  { mailIds, alsoArrived, by }: Asked & { readonly by: string },
  content: PresentContent,
): Promise<ReadonlyMap<number, string | null>> {
  const now = context.clock.now();
  const fresh = await content.refresh(tx, mailIds);
  const links = await renewLinks(context, tx, { mailIds, alsoArrived }, content.links);
  const copies = await resendToPresentAddresses(context, tx, mailIds, {
    alsoArrived,
    texts: fresh,
    links,
    by,
  });
  const rest = mailIds.filter((id) => !copies.has(id));
  const revived = await reviveMails(tx, rest, { today: context.clock.today(), now });
  const waiting = (await requeueJobs(tx, mailJobs, { id: rest }, now)).map(({ id }) => Number(id));
  const requeued = [...waiting, ...revived];
  for (const [from, to] of fresh) if (from !== to) await moveMails(tx, requeued, { from, to });
  if (links.size > 0) await replaceLinks(tx, requeued, links);
  await releasePlannedMails(tx, requeued, now);
  return new Map<number, string | null>([
    ...[...copies].filter(([, email]) => email !== null),
    ...requeued.map((id) => [id, null] as const),
  ]);
}

async function findMails(context: AppContext, grant: SystemsGrant, mailIds: readonly number[]) {
  const ids = [...new Set(mailIds)];
  const { systemIds } = grant;
  const page = { state: undefined, limit: ids.length, offset: 0 };
  const rows = await selectMails(context.database.read, { systemIds, mailIds: ids }, page);
  if (rows.length < ids.length) throw new AppError('mail.notFound');
  return rows;
}

/** Handed in by the room of accounts: whether a first link may be sent again, and the link. */
export interface AccountLinks {
  /** Locks these people; returns why, for each person to whom no link may be sent. */
  findRefusals(
    tx: WriteTx,
    grant: SystemsGrant,
    userIds: readonly number[],
  ): Promise<ReadonlyMap<number, ErrorCode>>;
  /** Makes links of full lifetime, by person; the former links end. */
  renew(tx: WriteTx, userIds: readonly number[]): Promise<ReadonlyMap<number, NewLinks>>;
}

function isAccountMail({ purpose }: Pick<MailRow, 'purpose'>): boolean {
  return purpose === 'newAccount';
}

/** Why mails of new accounts may not be sent again, by id of the mail; a mail without a code may be sent. */
async function refuseAccountMails(
  tx: WriteTx,
  grant: SystemsGrant,
  rows: readonly MailRow[],
  links: AccountLinks,
): Promise<ReadonlyMap<number, ErrorCode>> {
  const mails = rows.filter(isAccountMail);
  const userIds = [...new Set(mails.flatMap(({ userId }) => userId ?? []))];
  const refusals = userIds.length > 0 ? await links.findRefusals(tx, grant, userIds) : new Map();
  return new Map(
    mails.flatMap(({ id, userId }) => {
      const code = userId === null ? 'mail.accountClosed' : refusals.get(userId);
      return code ? [[id, code] as const] : [];
    }),
  );
}

/** New links, by person, for account mails to be sent again; `refuseAccountMails` has locked the people. */
async function renewLinks(
  context: AppContext,
  tx: WriteTx,
  of: { readonly mailIds: readonly number[]; readonly alsoArrived: boolean },
  links: AccountLinks,
): Promise<ReadonlyMap<number, NewLinks>> {
  const mails = await selectLinksToRenew(tx, of);
  if (mails.length === 0) return new Map();
  // A mail that has a copy already is not sent again: the copy keeps its link.
  const keyed = mails.map((mail) => ({ userId: mail.userId, key: makeCopyKey(context, mail) }));
  const used = await selectUsedKeys(
    tx,
    keyed.map(({ key }) => key),
  );
  const open = keyed.filter(({ key }) => !used.has(key)).map(({ userId }) => userId);
  return links.renew(tx, [...new Set(open)]);
}
