import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterEach, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { dropEverything } from '../../src/core/database/backup/clear.ts';
import type { Database } from '../../src/core/database/database.ts';
import { claimJobs } from '../../src/core/queue/leases.queries.ts';
import { courseJobs, enrolmentJobs } from '../../src/learning/jobs/jobs.queries.ts';
import { mailJobs } from '../../src/mail/outbox/sending/mailJobs.queries.ts';
import { openTestDatabase } from './testDatabase.ts';

let database: Database;
afterEach(() => database.close());

class PowerCut extends Error {}

const spreadCuts = 12;

/** The program's migrations, of which the statement with this number fails. */
function cutAt(statement: number, counted: { n: number }): Record<string, Migration> {
  const counting = (db: Kysely<unknown>) =>
    db.withPlugin({
      transformQuery: ({ node }) => {
        counted.n += 1;
        if (counted.n === statement) throw new PowerCut();
        return node;
      },
      transformResult: async ({ result }) => result,
    });
  const cut = (migration: Migration): Migration => ({ up: (db) => migration.up(counting(db)) });
  return Object.fromEntries(Object.entries(migrations).map(([name, migration]) => [name, cut(migration)]));
}

/** The whole schema, as PostgreSQL describes it. */
async function describeTables(): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default, generation_expression) as line
    from information_schema.columns where table_schema = current_schema()
    union all select indexdef from pg_indexes where schemaname = current_schema()
    union all select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint
      where connamespace = current_schema()::regnamespace
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select name from kysely_migration
    order by line`.execute(database.read);
  return rows.map(({ line }) => line);
}

const clear = () => database.transact((tx) => dropEverything(tx as never));

test('an upgrade that fails at any statement leaves nothing, and the next start completes it', async () => {
  database = await openTestDatabase();
  const whole = await describeTables();
  await clear();
  const counted = { n: 0 };
  await database.migrate(cutAt(0, counted));
  expect(counted.n).toBeGreaterThan(60);
  expect(await describeTables()).toEqual(whole);

  // Every statement of the last migrations, and some before: each attempt starts at the first, so that all would take minutes.
  const every = Math.ceil(counted.n / spreadCuts);
  const cuts = Array.from({ length: counted.n }, (_, n) => n + 1).filter(
    (n) => n % every === 0 || n > counted.n - 6,
  );
  await clear();
  for (const statement of cuts) {
    await expect(database.migrate(cutAt(statement, { n: 0 }))).rejects.toBeInstanceOf(PowerCut);
    const { rows } = await sql`
      select 1 from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
        and relname not like 'kysely%'`.execute(database.read);
    expect(rows, `after statement ${statement}`).toEqual([]);
  }
  await database.migrate(migrations);
  expect(await describeTables()).toEqual(whole);
}, 400_000);

test('data of an older program is kept by the upgrade, and column layouts of lists can be stored', async () => {
  database = await openTestDatabase();
  await clear();
  const older = Object.entries(migrations).filter(([name]) => name <= '008-user-changes');
  // Fails, because the policies that a start sets come from a later migration; the tables exist.
  await expect(database.migrate(Object.fromEntries(older))).rejects.toThrow('apply_policies');
  const put = (statement: ReturnType<typeof sql>) => database.transact((tx) => statement.execute(tx));
  await put(sql`insert into systems (id, slug, name, course_prefix, student_role, landing, created_at)
    values (77, 'older', 'Ancien', 'OLD', 'older', 'bare', now())`);
  await database.migrate(migrations);
  const { rows } = await sql`select slug, name from systems`.execute(database.read);
  expect(rows).toEqual([{ slug: 'older', name: 'Ancien' }]);
  await put(sql`insert into list_layouts (system_id, layout_key, columns, used_at)
    values (77, 'digest', '{"email": 0}', now())`);
  const within = (systemId: number) =>
    database.within(
      [systemId],
      async () => (await sql`select layout_key from list_layouts`.execute(database.read)).rows,
    );
  expect([await within(77), await within(78)]).toEqual([[{ layout_key: 'digest' }], []]);
});

test('rate limits of hours that an older program counted continue under the new names', async () => {
  database = await openTestDatabase();
  await clear();
  const older = Object.entries(migrations).filter(([name]) => name < '018-rate-limits');
  await database.migrate(Object.fromEntries(older));
  const kept = ['signIn|a@b.ca|10.0.0.1', 'signInOf|a@b.ca', 'forgot|a@b.ca', 'secondFactor|7', 'ownMail|7'];
  const dropped = ['tries|10.0.0.1', 'forgot|10.0.0.1', 'link|10.0.0.1', 'handOff|10.0.0.1', 'testMail|7'];
  const counted = [...kept, ...dropped];
  await database.transact((tx) =>
    sql`insert into throttles (key, count, since, blocked_until)
        select unnest(${counted}::text[]), 4, now(), now()`.execute(tx),
  );
  await database.migrate(migrations);
  const { rows } =
    await sql`select key, count from rate_limits where blocked_until = since order by key collate "C"`.execute(
      database.read,
    );
  expect(rows).toEqual(
    [
      'ownMail|7',
      'resetLinkEmail|a@b.ca',
      'secondFactor|7',
      'signInAccount|a@b.ca',
      'signIn|a@b.ca|10.0.0.1',
    ].map((key) => ({ key, count: 4 })),
  );
});

test('queued jobs of an older program are processed after the upgrade', async () => {
  database = await openTestDatabase();
  await clear();
  const older = Object.entries(migrations).filter(([name]) => name <= '014-ways-out');
  await expect(database.migrate(Object.fromEntries(older))).rejects.toThrow('apply_policies');
  await database.transact(async (tx) => {
    for (const statement of [
      sql`insert into systems (id, slug, name, course_prefix, student_role, landing, created_at)
          values (77, 'older', 'Ancien', 'OLD', 'older', 'bare', now())`,
      sql`insert into mailings (system_id, purpose, language, from_address, from_name, subject, html, text, variables, created_at)
          values (77, 'given', 'fr', 'a@b.ca', '', '', '', '', '{}', now())`,
      sql`insert into outgoing_mails (mailing_id, key, recipient, recipient_name, variables, state, next_try_at, queued_at)
          select id, 'k', 'zoe@etu.ca', '', '{"email": "zoe@etu.ca", "sealedPassword": "x"}', 'waiting', now(), now() from mailings`,
      sql`insert into platform_courses (system_id, course_id, title, exam_date, external_id, state, next_try_at)
          values (77, 'OLD-1', '', '2027-01-01', '1', 'done', now())`,
      sql`insert into platform_enrolments (system_id, course_id, platform_user_id, user_id, wanted, state, attempts, next_try_at, leased_until)
          values (77, 'OLD-1', 'g1', 1, 'in', 'waiting', 3, now(), now() - interval '1 minute')`,
    ])
      await statement.execute(tx);
  });
  await database.migrate(migrations);
  const now = new Date();
  const lease = { by: 'us', until: now };
  const claim = { now, most: 5, shutOff: [] };
  const [mails, courses, enrolments] = await database.transact(async (tx) => [
    await claimJobs(tx, mailJobs, lease, claim),
    await claimJobs(tx, courseJobs, lease, claim),
    await claimJobs(tx, enrolmentJobs, lease, claim),
  ]);
  expect(mails).toMatchObject([{ variables: { email: 'zoe@etu.ca', encryptedPassword: 'x' } }]);
  expect(courses).toEqual([]);
  expect(enrolments).toMatchObject([{ externalId: '1', platformUserId: 'g1', attempts: 3, version: 1 }]);
});
