import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { enqueueMails } from '../mailPeople.ts';
import { addressMark, reencryptSecret } from '../render/mailSecrets.ts';
import { openMailer } from '../transport/mailer.ts';
import type { NewLinks } from './accountMails.queries.ts';
import * as queries from './readdress.queries.ts';
import { selectRevivable } from './revive.queries.ts';

/** Sends the unsent mails of a person to the present address and name. `by`: the name of who changed either. */
export async function readdressMails(context: AppContext, tx: WriteTx, userId: number, by: string) {
  for (const mail of await queries.selectMailsToPerson(tx, { userId }))
    await sendCopy(context, tx, { ...mail, urgent: true, by });
}

/**
 * Sends a copy of each mail that came back, or that failed at or went to a former address of its person; a
 * mail that has left must be about an exam or a new account. `alsoArrived`: also to an unchanged address.
 * `texts`: the present text, by id of the former text; `links`: for mails of new accounts, by person. Returns
 * the address of each copy, by id of the mail; null for a mail that had a copy before.
 */
export async function resendToPresentAddresses(
  context: AppContext,
  tx: WriteTx,
  mailIds: readonly number[],
  of: {
    readonly alsoArrived: boolean;
    readonly by: string;
    readonly texts: ReadonlyMap<number, number>;
    readonly links: ReadonlyMap<number, NewLinks>;
  },
) {
  const { alsoArrived, texts, links, by } = of;
  const resent = new Map<number, string | null>();
  const mails = await queries.selectMailsToPerson(tx, { mailIds, alsoArrived });
  // A mail to one person does not wait behind a batch of thousands.
  const urgent = new Set(mails.map(({ userId }) => userId)).size === 1;
  for (const mail of mails) {
    const isNew = await sendCopy(context, tx, {
      ...mail,
      mailingId: texts.get(mail.mailingId) ?? mail.mailingId,
      variables: withLinks(mail, links.get(mail.userId)),
      plannedFor: null,
      urgent,
      by,
    });
    resent.set(mail.id, isNew ? mail.email : null);
  }
  return resent;
}

function withLinks({ purpose, variables }: queries.MailToPerson, links: NewLinks | undefined) {
  if (!links || purpose !== 'newAccount') return variables;
  const { secretLink, confirmLink } = links;
  return { ...variables, secretLink, confirmLink };
}

/** The delivered mails that may be sent once more, without a copy to the present address so far, and cancelled or filed ones that may go after all. */
export async function findSendableAgain(context: AppContext, mailIds: readonly number[]) {
  const db = context.database.read;
  const today = context.clock.today();
  const alsoFiled = openMailer(context.config).transport === 'smtp';
  const revivable = await selectRevivable(db, mailIds, { today, alsoFiled });
  const arrived = await queries.selectArrived(db, mailIds, today);
  if (arrived.length === 0) return new Set(revivable);
  const keyed = arrived.map((mail) => ({ id: mail.id, key: makeCopyKey(context, mail) }));
  const used = await queries.selectUsedKeys(
    db,
    keyed.map(({ key }) => key),
  );
  return new Set([...revivable, ...keyed.filter(({ key }) => !used.has(key)).map(({ id }) => id)]);
}

/** The key of the copy of a mail to this address: there is at most one copy for each address. */
export function makeCopyKey(
  { keys }: AppContext,
  { key, email }: { readonly key: string; readonly email: string },
) {
  return `${key}>${addressMark(keys.derive('mailTokens'), email)}`;
}

/** Queues a copy, so that the outbox still shows what became of the first mail; false: there was a copy. */
async function sendCopy(
  context: AppContext,
  tx: WriteTx,
  mail: queries.MailToPerson & { readonly urgent: boolean; readonly by: string },
): Promise<boolean> {
  const { id, mailingId, systemId, examId, userId, variables, plannedFor, urgent } = mail;
  const { email, firstName, lastName } = mail;
  const { encryptedPassword, ...own } = variables;
  const secret = encryptedPassword && reencryptSecret(context, encryptedPassword, own.email, email);
  await queries.cancelMailsWithIds(tx, [id], mail.by);
  const copy = {
    mailingId,
    systemId,
    ...(examId !== null && { examId }),
    userId,
    plannedFor,
    key: makeCopyKey(context, mail),
    variables: { ...own, firstName, lastName, email, ...(secret && { encryptedPassword: secret }) },
  };
  return (await enqueueMails(tx, [{ ...copy, urgent }], context.clock.now())) > 0;
}
