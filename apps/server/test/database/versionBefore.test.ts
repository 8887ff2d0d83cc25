import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { dropEverything } from '../../src/core/database/backup/clear.ts';
import type { Database } from '../../src/core/database/database.ts';
import { isContracting } from '../../src/core/database/migration/migrate.ts';
import { openTestDatabase } from './testDatabase.ts';
import { listBreaks, readCatalogue } from './versionBefore.ts';

/** The last migration made before two versions had to run beside each other. */
const lastFree = '019-federation';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

test('each migration can be met by the version before, or says by its name that it cannot', async () => {
  await database.transact((tx) => dropEverything(tx as never));
  const names = Object.keys(migrations);
  let before = null;
  const breaks = new Map<string, string[]>();
  for (const [n, name] of names.entries()) {
    await database.migrate(Object.fromEntries(Object.entries(migrations).slice(0, n + 1)));
    const after = await readCatalogue(database);
    if (before) breaks.set(name, listBreaks(before, after));
    before = after;
  }
  expect(breaks.get('002-exams')).toContain('cohorts is gone');
  for (const name of names.slice(names.indexOf(lastFree) + 1)) {
    if (isContracting(name))
      expect(breaks.get(name), `${name} only adds: its name need not say so`).not.toEqual([]);
    else expect(breaks.get(name), `${name} must end with -contract, or only add`).toEqual([]);
  }
});

test.each<[statement: string, ...breaks: string[]]>([
  ['create table later (id int primary key, user_id bigint references users (id))'],
  ['alter table users add column shoe_size int check (shoe_size > 0)'],
  ['alter table users add column is_late boolean not null default false'],
  ['alter table users add column badge text unique'],
  ['create index users_late on users (first_name, created_at)'],
  ['alter table users alter column first_name drop not null'],
  [
    `alter table outgoing_mails drop constraint outgoing_mails_delivery_check,
      add constraint outgoing_mails_delivery_check check (delivery in ('delayed', 'delivered', 'failed', 'filed', 'lost'))`,
  ],
  [
    `alter table outgoing_mails drop constraint outgoing_mails_delivery_check,
      add constraint outgoing_mails_delivery_check check (delivery in ('delayed', 'delivered', 'lost'))`,
    "outgoing_mails.outgoing_mails_delivery_check is new: CHECK ((delivery = ANY (ARRAY['delayed'::text, 'delivered'::text, 'lost'::text])))",
  ],
  ['alter table exams drop column place_fr', 'exams.place_fr is gone'],
  ['alter table exams rename column place_fr to room', 'exams.place_fr is gone'],
  ['drop table saved_views', 'saved_views is gone'],
  [
    'alter table exams alter column place_fr type varchar(9)',
    'exams.place_fr was text and is character varying(9)',
  ],
  [
    'alter table users alter column student_number set not null',
    'users.student_number may no longer be null',
  ],
  ['alter table users add column badge text not null', 'users.badge is new and required'],
  [
    'alter table users add constraint brief check (length(first_name) < 9)',
    'users.brief is new: CHECK ((length(first_name) < 9))',
  ],
  [
    'create unique index one_name on users (first_name)',
    'users.one_name is new: CREATE UNIQUE INDEX one_name ON public.users USING btree (first_name)',
  ],
  [
    'alter table users add column badge text unique nulls not distinct',
    'users.users_badge_key is new: UNIQUE NULLS NOT DISTINCT (badge)',
  ],
  ['alter table exams alter column version drop default', 'exams.version has lost its default'],
])('%s', async (statement, ...breaks) => {
  const before = await readCatalogue(database);
  class Enough extends Error {}
  await expect(
    database.transact(async (tx) => {
      await sql.raw(statement).execute(tx);
      expect(listBreaks(before, await readCatalogue({ read: tx }))).toEqual(breaks);
      throw new Enough();
    }),
  ).rejects.toBeInstanceOf(Enough);
});

test('a program runs on a database of a newer one that only added to it, and not after a contraction', async () => {
  const following = (name: string): Record<string, Migration> => ({
    ...migrations,
    [name]: {
      up: async (db: Kysely<unknown>) => void (await sql.raw('create table further (n int)').execute(db)),
    },
  });
  await database.migrate(following('998-further'));
  await database.migrate(migrations);
  await expect(
    database.migrate({ ...migrations, '997-aside': { up: async () => undefined } }),
  ).rejects.toThrow(
    'The database is newer than this program (it holds 998-further): start the newer program instead.',
  );
  const contracted = { ...following('998-further'), '999-further-contract': { up: async () => undefined } };
  await database.migrate(contracted);
  await expect(database.migrate(migrations)).rejects.toThrow('it holds 998-further, 999-further-contract)');
});
