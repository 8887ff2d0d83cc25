import { fold } from '@guichet/contract/core/fold';
import { placeholders } from '@guichet/contract/mail/messages';
import { sql } from 'kysely';
import { foldedText } from '../../../core/database/foldedText.ts';
import { likePattern } from '../../../core/database/likePattern.ts';

/** The subject of the mailing `m` as its mails show it, except for each person's own values. */
const filledSubject = placeholders.reduce(
  (text, name) =>
    sql<string>`replace(${text}, ${sql.lit(`{{${name}}}`)}, coalesce(m.variables ->> ${sql.lit(name)}, ''))`,
  sql<string>`regexp_replace(m.subject, '\\{\\{\\s*(\\w+)\\s*\\}\\}', '{{\\1}}', 'g')`,
);

/** Whether the subject of the mail `o` contains these words in this order, ignoring accents and case. */
export function hasInSubject(words: string) {
  return sql<boolean>`o.mailing_id in (
    select m.id from mailings m where ${foldedText(filledSubject)} like ${likePattern(fold(words))})`;
}
