import type { WriteTx } from '../../platform/database/database.ts';
import type { AppContext } from '../../platform/runtime/appContext.ts';
import { enqueueMail } from '../enqueueMail.ts';
import { addressMark, reencryptSecret } from '../render/mailSecrets.ts';
import { cancelMailsWithIds, type MailToPerson, selectMailsToPerson } from './readdress.queries.ts';

/** Sends the unsent mails of a person to her present address and name. Notify `outbox` after the commit. */
export async function readdressMails(context: AppContext, tx: WriteTx, userId: number): Promise<void> {
  for (const mail of await selectMailsToPerson(tx, { userId })) await sendCopy(context, tx, mail);
}

/**
 * Sends those of these mails again that came back; or that are about an exam and failed at, or went to, an address that their
 * person no longer has. Returns the address by id; absent: it has her present address, was sent again before, or is another kind of mail that
 * has left.
 */
export async function resendToPresentAddresses(context: AppContext, tx: WriteTx, mailIds: readonly number[]) {
  const resent = new Map<number, string>();
  for (const mail of await selectMailsToPerson(tx, { mailIds }))
    if (await sendCopy(context, tx, { ...mail, plannedFor: null })) resent.set(mail.id, mail.email);
  return resent;
}

/** Queues a new mail, so that the outbox keeps saying what became of the first one; once for each address. */
async function sendCopy(context: AppContext, tx: WriteTx, mail: MailToPerson): Promise<boolean> {
  const { id, mailingId, systemId, cohortId, userId, variables, plannedFor, email, firstName, lastName } =
    mail;
  const { encryptedPassword, ...own } = variables;
  const secret = encryptedPassword && reencryptSecret(context, encryptedPassword, own.email, email);
  await cancelMailsWithIds(tx, [id]);
  const copy = {
    mailingId,
    systemId,
    ...(cohortId !== null && { cohortId }),
    userId,
    plannedFor,
    key: `${mail.key}>${addressMark(context.keys.derive('mailTokens'), email)}`,
    variables: { ...own, firstName, lastName, email, ...(secret && { encryptedPassword: secret }) },
  };
  return enqueueMail(tx, { ...copy, urgent: true }, context.clock.now());
}
