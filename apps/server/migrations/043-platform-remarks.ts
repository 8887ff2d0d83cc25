import { type Kysely, sql } from 'kysely';

// What `last_error` says in English, as a code with its parameters, for readers of either language.
export const tables = [
  'platform_courses',
  'platform_enrolments',
  'platform_extra_times',
  'platform_readings',
];

/** A text becomes a remark without a code. */
const reasonsAsRemarks = sql`
  update platform_readings set findings = jsonb_set(findings, '{missing}', (
    select coalesce(jsonb_agg(
      case when jsonb_typeof(m -> 'reason') = 'string'
        then m || jsonb_build_object('reason', jsonb_build_object('code', null, 'params', '{}'::jsonb, 'text', m -> 'reason'))
        else m end
      order by n), '[]')
    from jsonb_array_elements(findings -> 'missing') with ordinality as row (m, n)))
  where jsonb_array_length(findings -> 'missing') > 0`;

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of tables)
    await sql`alter table ${sql.table(table)} add column last_remark jsonb`.execute(db);
  await reasonsAsRemarks.execute(db);
}
