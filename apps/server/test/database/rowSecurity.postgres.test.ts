import { randomUUID } from 'node:crypto';
import { auditActions } from '@guichet/contract/core/audit';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { migrations } from '../../migrations/index.ts';
import { selectAuditLines, selectLinesAbout } from '../../src/core/audit/audit.queries.ts';
import { DatabaseUnavailable } from '../../src/core/database/connection/unavailable.ts';
import { type Database, openDatabase } from '../../src/core/database/database.ts';
import { hasFullDisk } from '../../src/core/database/fullDisk.ts';
import { findRlsRemedy } from '../../src/core/database/rowSecurity/applyPolicies.ts';
import { readConfig } from '../../src/core/runtime/config.ts';
import { selectLinesAboutPeople } from '../../src/exams/candidate/calendar/calendar.queries.ts';
import { selectSentToOne } from '../../src/mail/outbox/sending/mailJobs.queries.ts';
import { findInDatabase } from '../../src/operations/cli/doctor/findInDatabase.ts';
import { wordsIn } from '../../src/operations/cli/terminal/command.ts';
import { runOn, withDatabaseName } from './postgresDatabases.ts';
import { listProtectedTables } from './protectedTables.ts';

const { serverUrl } = inject('postgres');
const mark = randomUUID().slice(0, 8);
const name = `guichet_wall_${mark}`;
const owner = `guichet_owner_${mark}`;
const complaints: string[] = [];

/** Opens the database as this role. */
function openAs(role: string): Promise<Database> {
  const log = { error: (message: string) => complaints.push(message) };
  return openDatabase({ databaseUrl: addressAs(role), dataDir: '', log });
}

function addressAs(role: string): string {
  const url = new URL(withDatabaseName(serverUrl, name));
  url.username = role;
  url.password = 'x';
  return url.href;
}

/** What `guichet doctor` finds in the database as its owner. */
function diagnose() {
  const terminal = { language: 'en', folder: '', t: wordsIn('en'), say() {}, progress() {} } as const;
  return findInDatabase(readConfig({ DATABASE_URL: addressAs(owner), DATA_DIR: '/nowhere' }), terminal);
}

beforeAll(async () => {
  await runOn(serverUrl, `create role ${owner} login password 'x'`);
  await runOn(serverUrl, `create database ${name} owner ${owner}`);
});
afterAll(async () => {
  await runOn(serverUrl, `drop database ${name} with (force)`);
  await runOn(serverUrl, `drop role ${owner}`);
});

const slugsOf = async ({ read }: Database) => {
  const { rows } = await sql<{ label: string }>`select label from content_items order by 1`.execute(read);
  return rows.map(({ label }) => label);
};

describe('a server on which we are not superuser', () => {
  it('applies the policies to the owner of the tables as well, and to later tables', async () => {
    const database = await openAs(owner);
    try {
      const further = { up: (db: never) => sql`create table notes (system_id integer not null)`.execute(db) };
      await database.migrate({ ...migrations, '999-notes': further as never });
      await database.transact((tx) =>
        sql`insert into systems select n, n, n, n, n, 'bare', null, null, null, null, now()
            from generate_series(2, 3) n`.execute(tx),
      );
      await database.transact((tx) =>
        sql`insert into content_items select n, 'L' || n, 'fr', '', now() from generate_series(2, 3) n`.execute(
          tx,
        ),
      );
      expect(await slugsOf(database)).toEqual(['L2', 'L3']);
      expect(await database.within([3], () => slugsOf(database))).toEqual(['L3']);
      const forgetful = database.transact((tx) => tx.deleteFrom('content_items').executeTakeFirst(), [3]);
      expect((await forgetful).numDeletedRows).toBe(1n);
      const protectedTables = await listProtectedTables(database.read);
      expect(protectedTables.find((table) => table.name === 'notes')).toMatchObject({ hasRowSecurity: true });
      expect(complaints).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it('has no index that PostgreSQL cannot take behind row-level security', async () => {
    const database = await openAs(owner);
    try {
      await database.migrate(migrations);
      const { rows } = await sql<{ index: string }>`
        select distinct i.indexrelid::regclass::text as index
        from pg_index i
          join pg_class c on c.oid = i.indrelid and c.relrowsecurity
          join pg_opclass o on o.oid = any(i.indclass)
          join pg_amop m on m.amopfamily = o.opcfamily and m.amoplefttype = o.opcintype and m.amoprighttype = o.opcintype
          join pg_operator op on op.oid = m.amopopr
          join pg_proc f on f.oid = op.oprcode
        where not f.proleakproof
          -- Which functions an expression calls stands nowhere but in its text.
          or exists (select from regexp_matches(pg_get_indexdef(i.indexrelid), '(\\w+)\\(|(->>?)', 'g') part
                     join pg_proc called on called.proname = part[1]
                       or called.oid in (select oprcode from pg_operator where oprname = part[2] and oprcode::text like 'jsonb%')
                     where i.indexprs is not null and not called.proleakproof)`.execute(database.read);
      expect(rows).toEqual([]);
    } finally {
      await database.close();
    }
  });

  it('finds lines about a person, an exam or super admins, and mails to an address, without reading all of them', async () => {
    const database = await openAs(owner);
    try {
      await database.migrate(migrations);
      const on = withDatabaseName(serverUrl, name);
      await runOn(on, `insert into systems select 5, 5, 5, 5, 5, 'bare', null, null, null, null, now()`);
      await runOn(
        on,
        `insert into exams (system_id, title_fr, exam_date, course_id, created_at) values (5, 'X', '2027-01-01', 'X', now())`,
      );
      await runOn(
        on,
        `insert into audit_lines (at, actor_name, system_id, action, subject, detail)
         select now(), '', 5, 'candidates.moved', 'exam:' || n, jsonb_build_object('examId', n - 1, 'userIds', array[n, n + 1])
         from generate_series(1, 20000) n`,
      );
      await runOn(
        on,
        `insert into mailings (purpose, language, subject, html, text, variables, from_name, from_address, created_at)
         values ('invitation', 'fr', '', '', '', '{}', '', '', now())`,
      );
      await runOn(
        on,
        `insert into outgoing_mails (mailing_id, system_id, exam_id, user_id, key, recipient, recipient_name, variables, state,
                                     next_try_at, queued_at, sent_at)
         select (select min(id) from mailings), 5, n, n, n, 'P' || n || '@uni.example.ca', '', '{}', 'sent', now(), now(), now()
         from generate_series(1, 20000) n`,
      );
      await runOn(on, 'analyze');
      const about = { subject: 'user:77', userId: 77, actions: ['candidates.moved'], ofNone: false } as const;
      const found = await database.transact(async (tx) => {
        const superAdmins = { actions: auditActions.superAdmins, from: '2026-01-01' };
        await selectAuditLines(tx, { ...superAdmins, systemIds: 'all', timeZone: 'America/Toronto' }, 5);
        const lines = await selectLinesAbout(tx, { ...about, systemIds: [5] }, 10);
        const ofExam = await selectAuditLines(
          tx,
          { systemIds: [5], examId: 1, timeZone: 'America/Toronto' },
          10,
        );
        const left = await selectLinesAboutPeople(tx, [77, 78], ['candidates.moved']);
        const one = { userId: null, recipient: 'p77@uni.example.ca', id: 1 };
        const sent = await selectSentToOne(tx, [one], new Date(Date.now() - 60_000), 10);
        const { rows } = await sql<{ read: number }>`
          select sum(seq_tup_read)::integer as read from pg_stat_xact_user_tables
          where relname in ('audit_lines', 'outgoing_mails')`.execute(tx);
        return {
          lines: lines.length,
          ofExam: ofExam.length,
          left: left.length,
          sent: sent.get(1)?.length,
          read: rows[0]?.read,
        };
      });
      expect(found).toEqual({ lines: 2, ofExam: 2, left: 4, sent: 1, read: 0 });
    } finally {
      await database.close();
    }
  });

  it('refuses a server that lets rows of another system be seen, and leaves nothing of the trial', async () => {
    const database = await openAs(owner);
    const count = async () =>
      (await sql<{ n: number }>`select count(*)::int as n from audit_lines`.execute(database.read)).rows[0]
        ?.n;
    const on = withDatabaseName(serverUrl, name);
    try {
      const before = await count();
      await runOn(on, 'create policy forgotten on audit_lines for select using (true)');
      await expect(database.migrate({ ...migrations, '999-notes': {} as never })).rejects.toThrow(
        'The database does not apply row-level security between systems',
      );
      await runOn(on, 'drop policy forgotten on audit_lines');
      await database.migrate({ ...migrations, '999-notes': {} as never });
      expect(await count()).toBe(before);
    } finally {
      await database.close();
    }
  });

  it('reports in one line that row-level security is off for a role which bypasses it', async () => {
    await runOn(serverUrl, `alter role ${owner} bypassrls`);
    await runOn(serverUrl, `revoke guichet_walled from ${owner}`);
    const database = await openAs(owner);
    try {
      await database.migrate({ ...migrations, '999-notes': {} as never });
      expect(complaints).toEqual([expect.stringContaining('row-level security between systems is off')]);
      expect(await database.within([3], () => slugsOf(database))).toEqual(['L2']);
      await runOn(
        withDatabaseName(serverUrl, name),
        `update outgoing_mails set state = 'waiting', last_error = 'senderRefused: 550 Relaying denied' where user_id = 1`,
      );
      const further = expect.stringContaining(`alter role ${owner} nobypassrls`);
      expect(await diagnose()).toEqual(
        expect.arrayContaining([
          { level: 'warn', line: expect.stringContaining('bypasses row-level security'), advice: further },
          {
            level: 'warn',
            line: 'Emails refused because of the portal, not their recipients: 1',
            advice:
              'The mail server does not accept the portal as a sender. (550 Relaying denied) Check SMTP_URL and the sender of the emails (address, SPF, DKIM)',
          },
        ]),
      );
      expect(await hasFullDisk(database)).toBe(false);
      const full = {
        kind: 'postgres',
        transact: () => Promise.reject(new DatabaseUnavailable('full')),
      } as const;
      expect(await hasFullDisk(full)).toBe(true);
      const standby = { ...full, transact: () => Promise.reject(new DatabaseUnavailable('away')) };
      expect(await hasFullDisk(standby)).toBe(false);
      const { rows } = await sql`select to_regclass('guichet_doctor') as kept`.execute(database.read);
      expect(rows).toEqual([{ kept: null }]);
      const remedy = await findRlsRemedy(database.read);
      expect(remedy).toBe(`alter role ${owner} nobypassrls`);
      await runOn(serverUrl, remedy ?? '');
      expect(await findRlsRemedy(database.read)).toBeNull();
      expect(await diagnose()).not.toContainEqual(expect.objectContaining({ advice: further }));
    } finally {
      await database.close();
    }
  });
});
