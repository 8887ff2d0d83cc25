import type { BodyOf } from '@guichet/contract/core/endpoint';
import { type ErrorCode, fillParams } from '@guichet/contract/core/errors';
import { escapeHtml } from '@guichet/contract/core/html';
import { givenPlaceholders, linkDays, type updatePassword } from '@guichet/contract/identity/account.given';
import type { AppContext, WriteTx } from '../../../core/context/appContext.ts';
import { secondsAfter } from '../../../core/runtime/clock.ts';
import { cleanBody, cleanLine, refuseWrappedIn } from '../../../mail/messages/messages.service.ts';
import * as outbox from '../../../mail/outbox/outbox.service.ts';
import { secretPlaceholders } from '../../../mail/richText/richText.service.ts';
import { inParagraphs, mailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { systemsReached } from '../../access/access.service.ts';
import * as users from '../../users/users.service.ts';
import { firstLinkEnd, periodSubject } from '../links/linkTokens.ts';
import { layOutLines } from './typedLines.ts';

const confirmSeconds = 7 * 24 * 60 * 60;

export interface GivenMail {
  readonly kind: GivenKind;
  /** The system that is named as sender and whose administrators see the mail; null: super admins only. */
  readonly systemId: number | null;
  readonly typed: TypedText;
  /** Whether the link to a password has the portal's own words, since an administrator wrote to another. */
  readonly isLinkOurs: boolean;
  /** Who made a new account, and its roles. */
  readonly made?: { readonly by: string; readonly roles: readonly users.HeldRole[] };
}

/** Prepares the mail before the transaction, so that a refused text changes nothing. */
export async function prepareGivenMail(context: AppContext, mail: GivenMail) {
  const { languageId: language } = mail.typed;
  const from = await outbox.findSender(context.database.read, mail.systemId, language);
  const written = await writeGivenText(mail.kind, mail.typed, mail.isLinkOurs);
  const { made } = mail;
  const words = mailWords[language].given.made;
  const end = fillParams(words.end, { days: linkDays });
  const more = [...(made ? ['{{note}}'] : []), ...(mail.typed.sendPassword ? [] : [end])];
  // A subject that somebody typed stays as it is; the dialog proposes the portal's own.
  const isOurs = mail.kind === 'newAccount' && written.subject === mailText(mail.kind, language).subject;
  const subject = isOurs && from.title ? `${written.subject} ({{systemTitle}})` : written.subject;
  const text = { subject, body: `${written.body}\n${inParagraphs(more)}` };
  const roles = await users.sayRoles(context.database.read, language, made?.roles ?? []);
  const note = made && fillParams(words.by, { by: made.by, roles });
  return {
    ...mail,
    mailing: await outbox.prepareMailing(
      outbox.makeMailing(from, { purpose: mail.kind, language }, text, note ? { note } : {}),
    ),
  };
}

/** Queues the mail with the link or password, given at the time `since`. */
export async function queueGivenMail(
  context: AppContext,
  tx: WriteTx,
  mail: Awaited<ReturnType<typeof prepareGivenMail>>,
  person: Pick<users.Account, 'id' | 'email' | 'firstName' | 'lastName'>,
  since: Date,
): Promise<void> {
  const { kind, typed, mailing } = mail;
  const { secretLink, confirmLink } = linksSince(person.id, since);
  const { newPassword, sendPassword } = typed;
  await outbox.mailPeople(context, tx, [{ ...person, language: mailing.language }], {
    text: () => mailing,
    key: () => `${kind}:${context.clock.uuid()}`,
    link: () => secretLink,
    own: {
      ...(sendPassword &&
        newPassword !== null && {
          encryptedPassword: outbox.encryptSecret(context, newPassword, person.email),
        }),
      ...(kind === 'newAccount' && { confirmLink }),
    },
    urgent: true,
  });
}

/** The links in the mail of a new account; since `since` the person has to choose a password. */
export function linksSince(userId: number, since: Date) {
  const expiresAt = secondsAfter(since, confirmSeconds).toISOString();
  return {
    secretLink: {
      purpose: 'firstPassword',
      subject: periodSubject(userId, since),
      expiresAt: firstLinkEnd(since).toISOString(),
    },
    confirmLink: { purpose: 'confirmEmail', subject: String(userId), expiresAt },
  } as const;
}

export type GivenKind = 'newAccount' | 'givenPassword';

/** `sendPassword`: whether the mail contains the password, rather than a link that sets one. */
export type TypedText = Pick<
  BodyOf<typeof updatePassword>,
  'languageId' | 'emailtitle' | 'emailbody' | 'sendPassword'
> & { readonly newPassword: string | null };

const secrets: readonly string[] = secretPlaceholders;
/** A subject never contains a secret, because inboxes, notifications and logs show it. */
const inSubject = givenPlaceholders.filter((name) => !secrets.includes(name));

/**
 * Subject and body as they are stored: sanitised, with a placeholder for everything that the mail must contain, and without
 * the password itself, even where it was typed. `isLinkOurs`: the link to a password has the portal's own words.
 * @throws AppError `message.unknownPlaceholder`, `message.wrappedSecret` at `emailtitle` or `emailbody`
 */
export async function writeGivenText(kind: GivenKind, typed: TypedText, isLinkOurs = false) {
  const { languageId: language, newPassword, sendPassword } = typed;
  const own = mailText(kind, language);
  const known = givenPlaceholders.filter(
    (name) => (name !== 'confirmUrl' || kind === 'newAccount') && (name !== 'newPassword' || sendPassword),
  );
  const title = hidePassword(typed.emailtitle ?? '', newPassword, '…');
  const subject = cleanLine(title, 'emailtitle', inSubject);
  const instead = sendPassword ? '{{newPassword}}' : '…';
  const cleaned = await cleanBody(typed.emailbody ?? '', 'emailbody', known);
  const hidden = hidePassword(cleaned, newPassword, instead);
  const linked = await refuseWrappedIn(isLinkOurs ? withoutOwnWords(hidden) : hidden, 'emailbody');
  const written = layOutLines(linked, language);
  const body = /[^\s\u00a0]/.test(written.replace(/<[^<>]*>|&nbsp;/g, '')) ? written : own.body;
  // A link that sets a password confirms the address as well.
  const { confirmBeside, links: _links, made: _made, ...endings } = mailWords[language].given;
  const told = sendPassword ? endings : { ...endings, confirmUrl: confirmBeside };
  const missing = requiredPlaceholders(kind, sendPassword).filter((name) => !body.includes(`{{${name}}}`));
  return {
    subject: subject || own.subject,
    body: [body, ...missing.map((name) => inParagraphs(told[name]))].join('\n'),
  };
}

/** The placeholders that a mail must contain: password or link and, for a new account, confirmation link (readings §2). */
function requiredPlaceholders(kind: GivenKind, sendPassword: boolean) {
  const access = sendPassword ? 'newPassword' : 'setPasswordUrl';
  return kind === 'newAccount' ? ([access, 'confirmUrl'] as const) : ([access] as const);
}

/** Replaces each labelled link to a password in a sanitised body by its placeholder, which gets the portal's words. */
function withoutOwnWords(body: string): string {
  const [start = '', ...links] = body.split('<a href="{{setPasswordUrl}}">');
  return start + links.map((part) => `{{setPasswordUrl}}${part.slice(part.indexOf('</a>') + 4)}`).join('');
}

/** Replaces the password in a text, both as typed and HTML-escaped. */
function hidePassword(body: string, password: string | null, instead: string): string {
  if (password === null) return body;
  const inHtml = password.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [escapeHtml(password), inHtml, password].reduce(
    (text, spelling) => text.replaceAll(spelling, instead),
    body,
  );
}

/** The links in the mails of new accounts, for a caller who sends such a mail again and may correct the person. */
export function accountLinks(context: AppContext): outbox.AccountLinks {
  return {
    async findRefusals(tx, { identity }, userIds) {
      const tenantScope = systemsReached(identity, 'admin');
      const people = await users.lockPeople(tx, userIds);
      return new Map(
        people.flatMap((person) => {
          const isManaged =
            users.isSeen(tenantScope, person.held) && users.mayManage(tenantScope, person.held);
          const why = isManaged ? refusalOf(person) : 'user.outOfReach';
          return why ? [[person.id, why] as const] : [];
        }),
      );
    },
    async renew(tx, userIds) {
      const now = context.clock.now();
      const restarted = await users.restartFirstPasswords(tx, userIds, now);
      return new Map(
        restarted.map(({ id, before }) => [
          id,
          { ...linksSince(id, now), former: periodSubject(id, before) },
        ]),
      );
    },
  };
}

function refusalOf({
  deactivatedAt,
  lockedAt,
  mustChoosePasswordSince,
}: users.LockedPerson): ErrorCode | null {
  if (deactivatedAt || lockedAt) return 'mail.accountClosed';
  return mustChoosePasswordSince ? null : 'mail.passwordChosen';
}
