import { givenPlaceholders } from '@guichet/contract/account.given';
import type { Language } from '@guichet/contract/core/language';
import { cleanBodyOf, cleanLine } from '../messages/messages.service.ts';
import { escapeHtml } from '../platform/html.ts';
import { endings, type GivenKind, givenMails } from './givenMails.ts';

export interface TypedText {
  readonly languageId: Language;
  readonly emailtitle?: string | null | undefined;
  readonly emailbody?: string | null | undefined;
  readonly newPassword: string;
}

const inBody: Record<GivenKind, readonly string[]> = {
  newAccount: givenPlaceholders,
  givenPassword: givenPlaceholders.filter((name) => name !== 'confirmUrl'),
};
/** A subject never holds a secret: inboxes, notices and logs show it to anybody who passes by. */
const inSubject = givenPlaceholders.filter((name) => name !== 'confirmUrl' && name !== 'newPassword');

/**
 * Subject and body as they are stored: cleaned, with a place for all that the mail has to say, and without the
 * password itself even where it was typed into them.
 * @throws AppError `message.unknownPlaceholder` at `emailtitle` or `emailbody`
 */
export function writeGivenText(kind: GivenKind, typed: TypedText): { subject: string; body: string } {
  const { languageId: language, newPassword } = typed;
  const own = givenMails[kind][language];
  const subject = cleanLine((typed.emailtitle ?? '').replaceAll(newPassword, '…'), 'emailtitle', inSubject);
  const written = hidePassword(cleanBodyOf(typed.emailbody ?? '', 'emailbody', inBody[kind]), newPassword);
  const body = /[^\s\u00a0]/.test(written.replace(/<[^>]*>|&nbsp;/g, '')) ? written : own.body;
  const missing = (['newPassword', 'confirmUrl'] as const).filter(
    (name) => inBody[kind].includes(name) && !body.includes(`{{${name}}}`),
  );
  return {
    subject: subject || own.subject,
    body: [body, ...missing.map((name) => endings[name][language])].join('\n'),
  };
}

/** As it was typed, and as HTML writes it. */
function hidePassword(body: string, password: string): string {
  const inHtml = password.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return [escapeHtml(password), inHtml, password].reduce(
    (text, spelling) => text.replaceAll(spelling, '{{newPassword}}'),
    body,
  );
}
