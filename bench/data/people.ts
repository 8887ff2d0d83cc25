import { fold } from '@guichet/contract/core/fold';
import pg from 'pg';
import { openHashing } from '../../apps/server/src/core/crypto/hashing.ts';

/** The password of all people, with a single hash: checking it costs the same. */
export const peoplePassword = 'Mesure-Banc#27';

const firstNames =
  `Zoé Émile Anaïs Liam Olivia François Mei-Ling Noémie Élodie Jérôme Chloé Mathis Béatrice Gaël Aïcha
  Théo Inès Raphaël Maëlle Étienne Sofia Lukas Amélie Hugo Léa Nadia Youssef Clara Ethan Jade Samuel Rosalie Xavier
  Aurélie Daniel Fatima Guillaume Héloïse Victor Yasmine`.split(/\s+/);

/** Each is given to one person in thirty. */
export const roots =
  `Tremblay Gagnon Côté Bouchard Gauthier Morin Lavoie Fortin Gagné Ouellet Pelletier Bélanger
  Lévesque Bergeron Leblanc Paquette Girard Simard Boucher Caron Beaulieu Cloutier Dubé Poirier Fournier Lapointe
  Leclerc Lefebvre Poulin Thibault`.split(/\s+/);

/** The second half of a double name; empty for people without one. */
const secondHalves =
  `- Nguyen O’Brien Diallo MacKenzie Martin Haddad Kowalski Singh Okafor Rossi Müller García Ivanov
  Tanaka Silva Cohen Novak Jensen Dubois Andersson Ferrari Yilmaz Popescu Horvat Kim Mensah Pérez Wagner Zhang`.split(
    /\s+/,
  );

export const surnames = secondHalves.flatMap((second) =>
  roots.map((root) => (second === '-' ? root : `${root}-${second}`)),
);

/** People per exam, constant so that a page of an exam does not grow with the database. */
export const examSize = 250;

/** The address of the `n`th person, from 1. */
export function emailOf(n: number): string {
  return `personne.${n}@etu.example.ca`;
}

/**
 * Fills a database after its first start with this many people: students of one of the nine systems, in exams of 250,
 * with a password and an audit line. Deterministic.
 */
export function fillWithPeople(databaseUrl: string, count: number, actorEmail: string): Promise<void> {
  return withClient(databaseUrl, async (client) => {
    await client.query('begin');
    await client.query("set local work_mem to '256MB'; set local maintenance_work_mem to '512MB'");
    // Building an index afterwards is faster than updating it.
    const indexes = await dropSearchIndexes(client);
    const passwordHash = await openHashing().hash(peoplePassword);
    const names = [firstNames, surnames, firstNames.map(fold), surnames.map(fold)];
    await client.query(insertUsers, [count, passwordHash, ...names]);
    for (const index of indexes) await client.query(index);
    for (const statement of insertOthers) await client.query(statement, [examSize]);
    await client.query(insertAudit, [actorEmail]);
    await client.query('commit');
  });
}

/** Makes a person administrator of a system. */
export function appointAdministrator(databaseUrl: string, systemId: number, email: string) {
  return withClient(databaseUrl, (client) =>
    client.query(
      `insert into user_roles (user_id, system_id, role, granted_at)
       select id, $1, 'admin', now() from users where email_key = $2`,
      [systemId, email],
    ),
  );
}

/** Gives everybody with an address of this domain a password, as if each had chosen it. */
export async function givePassword(databaseUrl: string, domain: string, password: string): Promise<void> {
  const hash = await openHashing().hash(password);
  await withClient(databaseUrl, (client) =>
    client.query(
      `update users set password_hash = $1, must_choose_password_since = null where email_key like '%@' || $2::text`,
      [hash, domain],
    ),
  );
}

export async function withClient<T>(
  databaseUrl: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Returns the statements that make them. */
async function dropSearchIndexes(client: pg.Client): Promise<string[]> {
  const names = ['users_by_search_text', 'users_by_joined_name'];
  const { rows } = await client.query('select indexdef from pg_indexes where indexname = any($1)', [names]);
  await client.query(`drop index ${names.join(', ')}`);
  return rows.map(({ indexdef }) => String(indexdef));
}

const insertUsers = `
  insert into users (email, email_key, first_name, last_name, sort_name, search_text, language, student_number,
                     password_hash, profession, profession_key, wants_newsletter, last_visit_at, created_at)
  select email, email, first, last, last_key || ' ' || first_key, first_key || ' ' || last_key || ' ' || email || '#' || (300000000 + n)::text,
         case when n % 3 = 0 then 'en' else 'fr' end, (300000000 + n)::text, $2,
         case when n % 5 = 0 then 'Infirmière' end, case when n % 5 = 0 then 'infirmiere' end, n % 2 = 0,
         now() - n * interval '1 second', now() - n * interval '1 minute'
  from (select n, 'personne.' || n || '@etu.example.ca' as email,
               ($3::text[])[f] as first, ($4::text[])[l] as last, ($5::text[])[f] as first_key, ($6::text[])[l] as last_key
        from (select n, 1 + (hashint4(n) & 2147483647) % ${surnames.length} as l,
                     1 + (hashint4(n + 1000000000) & 2147483647) % ${firstNames.length} as f
              from generate_series(1, $1::integer) n) drawn) named`;

const students = `(select id, row_number() over (order by id) - 1 as n from users where student_number is not null) p`;
const systemOf = '(n / $1::integer % 9 + 1)::integer';

const insertOthers = [
  `insert into exams (system_id, title_fr, exam_date, course_id, created_at)
   select ${systemOf}, 'Cohorte ' || n / $1::integer, date '2099-01-15', 'bench-' || n / $1::integer, now()
   from ${students} where n % $1::integer = 0`,
  `insert into user_roles (user_id, system_id, role, granted_at) select id, ${systemOf}, 'student', now() from ${students}`,
  `insert into enrolments (system_id, exam_id, user_id, learning_platform_id, enrolled_at)
   select c.system_id, c.id, p.id, 'bench-' || p.id, now()
   from ${students} join exams c on c.course_id = 'bench-' || n / $1::integer`,
  `insert into platform_courses (system_id, course_id, title, exam_date, state, next_try_at)
   select system_id, course_id, title, exam_date, 'done', now() from exams where $1::integer > 0`,
];

const insertAudit = `
  insert into audit_lines (at, actor_id, actor_name, system_id, action, subject, detail)
  select now() - n * interval '1 second', a.id, 'Super Admin', (n % 9 + 1)::integer, 'user.changed', 'user:' || p.id, '{}'
  from (select id, row_number() over (order by id desc) as n from users where student_number is not null) p,
       (select id from users where email_key = $1) a
  order by n desc`;
