import type { BodyOf } from '@guichet/contract/core/endpoint';
import { escapeHtml } from '@guichet/contract/core/html';
import { givenPlaceholders, type updatePassword } from '@guichet/contract/identity/account.given';
import { cleanBodyOf, cleanLine, refuseWrappedIn } from '../../../mail/messages/messages.service.ts';
import { secretPlaceholders } from '../../../mail/richText/richText.service.ts';
import { inParagraphs, mailText, mailWords } from '../../../mail/texts/texts.service.ts';
import { layOutLines } from './typedLines.ts';

export type GivenKind = 'newAccount' | 'givenPassword';

/** `sendPassword`: whether the mail contains the password, rather than a link that sets one. */
export type TypedText = Pick<
  BodyOf<typeof updatePassword>,
  'languageId' | 'emailtitle' | 'emailbody' | 'newPassword' | 'sendPassword'
>;

const secrets: readonly string[] = secretPlaceholders;
/** A subject never contains a secret, because inboxes, notifications and logs show it. */
const inSubject = givenPlaceholders.filter((name) => !secrets.includes(name));

/**
 * Subject and body as they are stored: sanitised, with a placeholder for everything that the mail must contain, and without
 * the password itself, even where it was typed. `isLinkOurs`: the link to a password stands only in the portal's own words.
 * @throws AppError `message.unknownPlaceholder`, `message.wrappedSecret` at `emailtitle` or `emailbody`
 */
export async function writeGivenText(
  kind: GivenKind,
  typed: TypedText,
  isLinkOurs = false,
): Promise<{ subject: string; body: string }> {
  const { languageId: language, newPassword, sendPassword } = typed;
  const own = mailText(kind, language);
  const known = givenPlaceholders.filter(
    (name) => (name !== 'confirmUrl' || kind === 'newAccount') && (name !== 'newPassword' || sendPassword),
  );
  const subject = cleanLine((typed.emailtitle ?? '').replaceAll(newPassword, '…'), 'emailtitle', inSubject);
  const instead = sendPassword ? '{{newPassword}}' : '…';
  const cleaned = await cleanBodyOf(typed.emailbody ?? '', 'emailbody', known);
  const hidden = await refuseWrappedIn(hidePassword(cleaned, newPassword, instead), 'emailbody');
  const linked = isLinkOurs ? hidden.replaceAll('{{setPasswordUrl}}', '{{loginUrl}}') : hidden;
  const written = layOutLines(linked, language);
  const body = /[^\s\u00a0]/.test(written.replace(/<[^<>]*>|&nbsp;/g, '')) ? written : own.body;
  // A link that sets a password confirms the address as well.
  const { confirmBeside, links: _links, ...endings } = mailWords[language].given;
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

/** Replaces the password in a body, both as typed and HTML-escaped. */
function hidePassword(body: string, password: string, instead: string): string {
  const inHtml = password.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [escapeHtml(password), inHtml, password].reduce(
    (text, spelling) => text.replaceAll(spelling, instead),
    body,
  );
}
