import { enqueueMail, openMailing, sealSecret } from '../outbox/outbox.service.ts';
import { secondsAfter } from '../platform/clock.ts';
import type { WriteTx } from '../platform/database/database.ts';
import type { House } from '../platform/house.ts';
import type { GivenKind } from './givenMails.ts';
import { type TypedText, writeGivenText } from './givenText.ts';
import { periodSubject } from './linkSubjects.ts';
import { findSender } from './sender.ts';

const confirmSeconds = 7 * 24 * 60 * 60;

export interface GivenMail {
  readonly kind: GivenKind;
  /** In whose name it goes out, and whose administrators see it in the outbox; null: super admins only. */
  readonly systemId: number | null;
  readonly typed: TypedText;
}

/** What is put together before the transaction, so that a refused text changes nothing. */
export async function prepareGivenMail(house: House, mail: GivenMail) {
  const { languageId: language } = mail.typed;
  return {
    ...mail,
    ...writeGivenText(mail.kind, mail.typed),
    from: await findSender(house.database.read, mail.systemId, language),
  };
}

export interface Recipient {
  readonly id: number;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
}

/** Queues the mail with the way in; `since` is when the password was given. Ring the bell `outbox` after the commit. */
export async function queueGivenMail(
  house: House,
  tx: WriteTx,
  mail: Awaited<ReturnType<typeof prepareGivenMail>>,
  { id, email, firstName, lastName }: Recipient,
  since: Date,
): Promise<void> {
  const { kind, typed, subject, body, from } = mail;
  const mailingId = await openMailing(house, tx, {
    systemId: from.systemId,
    purpose: kind,
    language: typed.languageId,
    from: from.mailbox,
    subject,
    body,
    attachmentId: null,
    variables: { linkSystemId: from.systemId, systemTitle: from.title },
  });
  const expiresAt = secondsAfter(since, confirmSeconds).toISOString();
  const confirmLink = { purpose: 'confirmEmail', subject: String(id), expiresAt } as const;
  const variables = {
    firstName,
    lastName,
    email,
    ...(typed.sendPassword
      ? { sealedPassword: sealSecret(house, typed.newPassword, email) }
      : {
          secretLink: {
            purpose: 'firstPassword',
            subject: periodSubject(id, since),
            expiresAt: null,
          } as const,
        }),
    ...(kind === 'newAccount' && { confirmLink }),
  };
  const key = `${kind}:${house.clock.uuid()}`;
  const queued = { mailingId, systemId: from.systemId, key, userId: id, variables, urgent: true };
  await enqueueMail(tx, queued, since);
}
