import pg from 'pg';

/** Adds systems to a database up to `count`, each with a title and an admin of its own. */
export async function addSystems(databaseUrl: string, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with made as (
         insert into systems (id, slug, name, course_prefix, student_role, landing, created_at)
         select n, 'sys' || n, 'Programme ' || n, 'P' || n, 'p' || n, 'byLanguage', now()
         from generate_series((select max(id) + 1 from systems), $1::integer) n returning id),
       admins as (
         insert into user_roles (user_id, system_id, role, granted_at)
         select p.id, made.id, 'admin', now()
         from made join (select id, row_number() over (order by id) as n from users where student_number is not null) p
              on p.n = made.id)
       insert into content_items (system_id, label, language, content, updated_at)
       select made.id, 'Title', language, 'Programme ' || made.id, now()
       from made, (values ('fr'), ('en')) as languages (language)`,
      [count],
    );
    await client.query('analyze');
  } finally {
    await client.end();
  }
}
