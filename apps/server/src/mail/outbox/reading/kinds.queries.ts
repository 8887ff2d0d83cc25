import { listPurposes, type MailKind, mailKinds } from '@guichet/contract/mail/outbox.purposes';
import { sql } from 'kysely';

const purposesOf = (kind: MailKind): readonly string[] =>
  kind === 'notice' ? listPurposes('isNotice') : kind === 'other' ? [] : [kind];

/** SQL: whether a row `o` of `outgoing_mails` is of this kind. Few mailings have many mails: their ids are read once. */
export function isOfKind(kind: MailKind) {
  const purposes = kind === 'other' ? mailKinds.flatMap(purposesOf) : purposesOf(kind);
  const among = sql`(select id from mailings where purpose = any(${purposes}::text[]))`;
  return kind === 'other'
    ? sql<boolean>`o.mailing_id not in ${among}`
    : sql<boolean>`o.mailing_id in ${among}`;
}
