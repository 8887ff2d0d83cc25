import { fold, nameWords } from '@guichet/contract/core/fold';
import { placeholders } from '@guichet/contract/mail/messages';
import { listPurposes, type MailKind, mailKinds } from '@guichet/contract/mail/outbox.purposes';
import { type RawBuilder, sql } from 'kysely';
import { foldedText, holdsName, likePattern, standsInPerson } from '../../../core/database/foldedText.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';

/** The subject of the mailing `m` as its mails show it, except for each person's own values. */
const filledSubject = placeholders.reduce(
  (text, name) =>
    sql<string>`replace(${text}, ${sql.lit(`{{${name}}}`)}, coalesce(m.variables ->> ${sql.lit(name)}, ''))`,
  sql<string>`regexp_replace(m.subject, '\\{\\{\\s*(\\w+)\\s*\\}\\}', '{{\\1}}', 'g')`,
);

/** Whether a search finds the mail `o`: by address, name, person, or words of the subject, in their order. */
export function isFoundBy(term: string, systemIds: TenantScope): RawBuilder<boolean> {
  const people = selectMeant(term, systemIds);
  return sql<boolean>`(o.recipient ilike ${likePattern(term)}
    or ${holdsName(foldedText(sql<string>`o.recipient_name`), term)}
    or o.user_id in (${people})
    or o.user_id is null and o.variables ->> 'aboutUserId' in (select id::text from (${people}) meant)
    or o.mailing_id in (
      select m.id from mailings m where ${foldedText(filledSubject)} like ${likePattern(fold(term))}))`;
}

/** SQL: the people whom a search means, found by the indexes of people: each word stands alone, or all people would be read. */
export function selectMeant(term: string, systemIds: TenantScope): RawBuilder<unknown> {
  const words = nameWords(term).map(standsInPerson);
  const isMeant = words.length === 0 ? sql`false` : sql.join(words, sql` and `);
  return sql`select u.id from users u where ${isMeant} and ${isNoGuestOf(systemIds)}`;
}

/** Hides guests: a hit by number would tell a system the number of its guest. */
function isNoGuestOf(systemIds: TenantScope) {
  if (systemIds === 'all') return sql<boolean>`true`;
  return sql<boolean>`not exists (select from user_roles g where g.user_id = u.id and g.stated is not null
    and g.system_id = any(${systemIds}::integer[]))`;
}

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
