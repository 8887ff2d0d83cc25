import { type Kysely, sql } from 'kysely';

/** The built-in platform shows an English reader the English title of an exam; '' where it has none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}

const statements = [
  sql`alter table platform_courses add column title_en text not null default ''`,
  sql`alter table builtin_courses add column title_en text not null default ''`,
  sql`update platform_courses p set title_en = c.title_en from cohorts c
    where c.system_id = p.system_id and c.course_id = p.course_id and c.title_en <> ''`,
  sql`update builtin_courses b set title_en = c.title_en from cohorts c
    where c.system_id = b.organisation and c.course_id = b.code and c.title_en <> ''`,
];
