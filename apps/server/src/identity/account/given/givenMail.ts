import type { AppContext } from '../../../core/context/appContext.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import {
  encryptSecret,
  findSender,
  mailPeople,
  makeMailing,
  prepareMailing,
} from '../../../mail/outbox/outbox.service.ts';
import type { Account } from '../../users/users.service.ts';
import { periodSubject } from '../links/linkTokens.ts';
import { type GivenKind, type TypedText, writeGivenText } from './givenText.ts';

const confirmSeconds = 7 * 24 * 60 * 60;

export interface GivenMail {
  readonly kind: GivenKind;
  /** The system that is named as sender and whose administrators see the mail; null: super admins only. */
  readonly systemId: number | null;
  readonly typed: TypedText;
  /** Whether the link to a password stands only in the portal's own words, since an administrator wrote to another. */
  readonly isLinkOurs: boolean;
}

/** Prepares the mail before the transaction, so that a refused text changes nothing. */
export async function prepareGivenMail(context: AppContext, mail: GivenMail) {
  const { languageId: language } = mail.typed;
  const from = await findSender(context.database.read, mail.systemId, language);
  const text = await writeGivenText(mail.kind, mail.typed, mail.isLinkOurs);
  return {
    ...mail,
    mailing: await prepareMailing(makeMailing(from, { purpose: mail.kind, language }, text)),
  };
}

/** Queues the mail with the link or password, given at the time `since`. */
export async function queueGivenMail(
  context: AppContext,
  tx: WriteTx,
  mail: Awaited<ReturnType<typeof prepareGivenMail>>,
  person: Pick<Account, 'id' | 'email' | 'firstName' | 'lastName'>,
  since: Date,
): Promise<void> {
  const { kind, typed, mailing } = mail;
  const { secretLink, confirmLink } = linksSince(person.id, since);
  const { newPassword, sendPassword } = typed;
  await mailPeople(context, tx, [{ ...person, language: mailing.language }], {
    text: () => mailing,
    key: () => `${kind}:${context.clock.uuid()}`,
    link: () => secretLink,
    own: {
      ...(sendPassword && { encryptedPassword: encryptSecret(context, newPassword, person.email) }),
      ...(kind === 'newAccount' && { confirmLink }),
    },
    urgent: true,
  });
}

/** The links in the mail of a new account; since `since` the person has to choose a password. */
export function linksSince(userId: number, since: Date) {
  const expiresAt = secondsAfter(since, confirmSeconds).toISOString();
  return {
    secretLink: { purpose: 'firstPassword', subject: periodSubject(userId, since), expiresAt: null },
    confirmLink: { purpose: 'confirmEmail', subject: String(userId), expiresAt },
  } as const;
}
