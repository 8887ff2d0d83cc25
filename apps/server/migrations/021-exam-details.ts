import { type Kysely, sql } from 'kysely';

/**
 * What an exam says of itself beside its day; '' where nothing is set. The titles that exist become the French ones, and
 * `title` is the one that the wire shows: the French, or the English where that alone is given (readings §5).
 *
 * `version` tells whoever saves whether somebody else has saved meanwhile. `sequence` is that of a calendar entry (RFC 5545
 * §3.8.7.4): it rises with day, hours, place, title and state. `announced` holds day, hours and place as the candidates
 * last learned them, while these differ from the present ones.
 */
const statements = [
  sql`drop index cohorts_by_date`,
  sql`alter table cohorts rename column title to title_fr`,
  sql`alter table cohorts
    alter column title_fr set default '',
    add column title_en text not null default '',
    add column start_time text collate "C" not null default '' check (start_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
    add column end_time text collate "C" not null default '' check (end_time ~ '^(([01][0-9]|2[0-3]):[0-5][0-9])?$'),
    add column place_fr text not null default '',
    add column place_en text not null default '',
    add column place_url text not null default '',
    add column instructions_fr text not null default '',
    add column instructions_en text not null default '',
    add column version integer not null default 1,
    add column sequence integer not null default 0,
    add column saved_at timestamptz,
    add column saved_by_name text,
    add column announced jsonb,
    add check (title_fr <> '' or title_en <> ''),
    add check (end_time = '' or (start_time <> '' and start_time < end_time))`,
  sql`alter table cohorts
    add column title text not null generated always as (coalesce(nullif(title_fr, ''), title_en)) stored`,
  sql`create index cohorts_by_date on cohorts (system_id, exam_date, title)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await statement.execute(db);
}
