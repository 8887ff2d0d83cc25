import { emailKey } from '@guichet/contract/core/fold';
import { sql } from 'kysely';
import type { WriteTx } from '../../core/database/database.ts';
import { cleanTexts, textColumns } from './personTexts.ts';

export interface DemoHistory {
  readonly email: string;
  readonly profession: string | null;
  readonly wantsNewsletter: boolean;
  /** When the account is created; an existing account keeps an earlier time. */
  readonly createdAt: Date;
  /** Null: never signed in. */
  readonly lastVisitAt: Date | null;
}

/** Demo data: professions, newsletter and visit times; people with a visit get the password hash. */
export async function seedDemoHistory(tx: WriteTx, lives: readonly DemoHistory[], passwordHash: string) {
  const rows = lives.map(({ email, profession, wantsNewsletter, createdAt, lastVisitAt }) => ({
    email_key: emailKey(email),
    ...textColumns(cleanTexts({ profession })),
    wants_newsletter: wantsNewsletter,
    created_at: createdAt,
    last_visit_at: lastVisitAt,
  }));
  await sql`
    update users as u
    set profession = l.profession, profession_key = l.profession_key, wants_newsletter = l.wants_newsletter,
        created_at = least(u.created_at, l.created_at), last_visit_at = l.last_visit_at,
        password_hash = case when l.last_visit_at is null then u.password_hash else ${passwordHash} end,
        must_choose_password_since = case when l.last_visit_at is null then u.must_choose_password_since end
    from json_to_recordset(${JSON.stringify(rows)}::json) as l
         (email_key text, profession text, profession_key text, wants_newsletter boolean, created_at timestamptz,
          last_visit_at timestamptz)
    where u.email_key = l.email_key`.execute(tx);
}
