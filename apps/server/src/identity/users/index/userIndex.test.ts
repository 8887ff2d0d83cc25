import { setTimeout as wait } from 'node:timers/promises';
import { searchUsers } from '@guichet/contract/identity/users.search';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testedKind } from '../../../../test/database/testDatabase.ts';
import { longTest } from '../../../../test/longTest.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import type { WriteTx } from '../../../core/database/database.ts';
import type { TenantScope } from '../../../core/database/rowSecurity/rowSecurity.ts';
import { makePerson } from '../fixtures/people.ts';
import { nameKeys } from '../nameKeys.service.ts';
import * as search from '../search/userSearch.queries.ts';
import { findUserIndex, startUserIndex } from './userIndex.ts';

let portal: TestPortal;
let superAdmin: Caller;
let index: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openTestPortal({ METRICS_TOKEN: 'a token for the figures' });
  superAdmin = await portal.superAdmin();
  await makePerson(portal, { firstName: 'Zoé', lastName: 'Côté' });
  index = startUserIndex(portal.context, { fromPeople: -1, pollMilliseconds: 20 });
  await until(() => findUserIndex(portal.context.database) !== null);
});
afterAll(async () => {
  await index.stop();
  await portal.close();
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}

it('is told to whoever watches the portal', async () => {
  const headers = { authorization: 'Bearer a token for the figures' };
  const { body } = await portal.app.inject({ url: '/metrics', headers });
  expect(body).toContain('guichet_people_index_ready 1\n');
});

interface Asked {
  readonly scope: TenantScope;
  /** The systems of the scope that the caller administers; in the other systems the caller is support. */
  readonly administered: TenantScope;
  readonly words: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

function findInDatabase({ scope, administered, words, offset, limit }: Asked) {
  const today = portal.context.clock.today();
  const page = { sortField: 'name', descending: false, offset, limit, today } as const;
  return search.selectFound(portal.context.database.read, scope, [{ words }], administered, page);
}

/** The ids by a statement without any index or window. */
async function findPlainly({ scope, words, offset, limit }: Asked): Promise<number[]> {
  const ofScope =
    scope === 'all'
      ? sql`true`
      : sql`exists (select from user_roles r where r.user_id = u.id and r.system_id = any(${scope}::integer[]))`;
  const { rows } = await sql<{ id: number }>`
    select id from users u
    where ${ofScope} and not exists (
      select from unnest(${words}::text[]) word where position(word in u.search_text) = 0
        and position(word in translate(u.full_name_key, ' ''-@', '|')) = 0)
    order by u.full_name_key, u.id`.execute(portal.context.database.read);
  return rows.slice(offset, offset + limit).map(({ id }) => id);
}

/** The index's result; null if the index lags behind the changes. */
async function findInIndex({ scope, administered, words, offset, limit }: Asked) {
  const { database } = portal.context;
  const matches = await findUserIndex(database)?.find(scope, words, offset, limit);
  return matches ? search.selectFoundById(database.read, scope, matches, administered, []) : null;
}

const syllables = ['an', 'na', 'Zoé', 'Œu', 'é', 'Σ', 'o’b', '-', 'Łu', 'a b'];
const name = fc
  .array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const write = fc.record({
  kind: fc.constantFrom('add', 'addMany', 'rename', 'delete', 'leave', 'give', 'giveMany', 'take', 'move'),
  first: name,
  last: name,
  whom: fc.nat(),
  system: fc.integer({ min: 1, max: 3 }),
});
const words = 'ob nob a an ana anan zoe zoena o @ @etu 5@etu.example.ca oeu etu qqq qqqq σ'.split(' ');
const asked = fc
  .record({
    rights: fc.constantFrom<readonly [TenantScope, TenantScope]>(
      ['all', 'all'],
      [[1], [1]],
      [[2], []],
      [
        [1, 2, 3],
        [2, 3],
      ],
      [[9], [9]],
    ),
    words: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
    offset: fc.integer({ min: 0, max: 5 }),
    limit: fc.integer({ min: 1, max: 30 }),
  })
  .map(({ rights: [scope, administered], ...more }): Asked => ({ ...more, scope, administered }));

let made = 0;

async function perform({
  kind,
  first,
  last,
  whom,
  system,
}: typeof write extends fc.Arbitrary<infer W> ? W : never) {
  const { database } = portal.context;
  const { rows } = await sql<{ id: number; email: string }>`
    select id, email from users where email like '%@etu.example.ca' order by id`.execute(database.read);
  const somebody = rows[whom % Math.max(1, rows.length)];
  await database.transact(async (tx) => {
    if (kind === 'rename' && somebody)
      await tx
        .updateTable('users')
        .set({ first_name: first, last_name: last, ...nameKeys(first, last, somebody.email, null) })
        .where('id', '=', somebody.id)
        .execute();
    if (kind === 'delete' && somebody && rows.length > 1)
      await tx.deleteFrom('users').where('id', '=', somebody.id).execute();
    const given = { system_id: system, role: 'student' as const, granted_at: new Date() };
    const many = { give: [somebody], giveMany: rows.filter((_, at) => at % 3 === 0) }[kind as string] ?? [];
    for (const person of many)
      if (person)
        await tx
          .insertInto('user_roles')
          .values({ ...given, user_id: person.id })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    if (kind === 'take' && somebody)
      await tx.deleteFrom('user_roles').where('user_id', '=', somebody.id).execute();
    if (kind === 'move' && somebody)
      await tx
        .updateTable('user_roles')
        .set({ system_id: 9 })
        .where('user_id', '=', somebody.id)
        .where('role', '=', 'student')
        .where('system_id', '=', system)
        .where(
          sql<boolean>`not exists (select from user_roles o where o.user_id = user_roles.user_id and o.system_id = 9)`,
        )
        .execute();
    // An update of a column that is not searched.
    if (kind === 'leave') await tx.updateTable('users').set({ last_visit_at: new Date() }).execute();
    const count = { add: 1, addMany: 20 }[kind as string] ?? 0;
    for (const email of Array.from({ length: count }, () => `n${++made}@etu.example.ca`))
      await tx
        .insertInto('users')
        .values({
          email,
          email_key: email,
          first_name: first,
          last_name: last,
          ...nameKeys(first, last, email, null),
          language: 'fr',
          created_at: new Date(),
        })
        .execute();
  });
}

describe('the index of people', () => {
  longTest('finds the same as the database after any write, within a second', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ writes: fc.array(write, { maxLength: 3 }), asked }), {
          minLength: 1,
          maxLength: 4,
        }),
        async (steps) => {
          for (const { writes, asked } of steps) {
            for (const one of writes) await perform(one);
            const written = performance.now();
            const atOnce = await findInIndex(asked);
            const expected = await findInDatabase(asked);
            expect(expected.rows.map(({ id }) => id)).toEqual(await findPlainly(asked));
            if (atOnce) expect(atOnce).toEqual(expected);
            await until(async () => (await findInIndex(asked)) !== null);
            expect(performance.now() - written).toBeLessThan(1000);
            expect(await findInIndex(asked)).toEqual(expected);
          }
        },
      ),
      { numRuns: 30, endOnFailure: true },
    );
  });

  // The embedded database runs one statement at a time.
  it.skipIf(testedKind === 'embedded')(
    'misses no transaction that began before others and ended after them',
    async () => {
      const { database } = portal.context;
      const early = await makePerson(portal, { email: 'tot@etu.example.ca' });
      const late = await makePerson(portal, { email: 'tard@etu.example.ca' });
      const rename = (tx: WriteTx, id: number, last: string) =>
        tx
          .updateTable('users')
          .set({ last_name: last, ...nameKeys('X', last, 'x@etu.example.ca', null) })
          .where('id', '=', id)
          .execute();
      const begun = Promise.withResolvers<void>();
      const held = Promise.withResolvers<void>();
      const slow = database.transact(async (tx) => {
        await rename(tx, early, 'Tardive');
        begun.resolve();
        await held.promise;
      });
      await begun.promise;
      await database.transact((tx) => rename(tx, late, 'Prompte'));
      const ask = async (word: string) => {
        const asked = { scope: 'all', administered: 'all', words: [word], offset: 0, limit: 5 } as const;
        await until(async () => (await findInIndex(asked)) !== null);
        return (await findInIndex(asked))?.rows.map(({ id }) => id);
      };
      expect([await ask('prompte'), await ask('tardive')]).toEqual([[late], []]);
      held.resolve();
      await slow;
      expect([await ask('prompte'), await ask('tardive')]).toEqual([[late], [early]]);
    },
  );

  it('finds no guest of a system by their number, though it has it', async () => {
    const admin = await portal.as('admin', 3);
    const id = await makePerson(portal, {
      lastName: 'Invité',
      studentNumber: 'QWXYZ',
      roles: [{ role: 'student', systemId: 4 }],
    });
    const role = { user_id: id, system_id: 3, role: 'student' as const, granted_at: new Date() };
    await portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({ ...role, stated: '{}', told_at: new Date() })
        .execute(),
    );
    // An index that lags is not asked.
    const known = { scope: [3], administered: [3], words: ['qwx'], offset: 0, limit: 5 };
    await until(async () => (await findInIndex(known))?.rows.length === 1);
    const find = async (who: Caller, searchTerm: string) =>
      (await who.call(searchUsers, { body: { filters: [{ searchTerm }] } })).reply.totalItems;
    const found = [await find(admin, 'qwx'), await find(superAdmin, 'qwx'), await find(admin, 'invite')];
    expect(found).toEqual([0, 1, 1]);
  });

  it('S2.61 shows nobody beyond the systems that the caller supports, at once after each change of roles', async () => {
    const admin = await portal.as('admin', 3);
    const id = await makePerson(portal, {
      lastName: 'Ailleurs',
      roles: [{ role: 'student', systemId: 4 }],
    });
    const find = async (who: Caller) => {
      const { reply } = await who.call(searchUsers, { body: { filters: [{ searchTerm: 'ailleurs' }] } });
      return reply.totalItems;
    };
    const expectBoth = async (ofSystem: number) => {
      expect([await find(admin), await find(superAdmin)]).toEqual([ofSystem, 1]);
      await wait(500);
      expect([await find(admin), await find(superAdmin)]).toEqual([ofSystem, 1]);
    };
    await expectBoth(0);
    const role = { user_id: id, system_id: 3, role: 'student' as const };
    await portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({ ...role, granted_at: new Date() })
        .execute(),
    );
    await expectBoth(1);
    await portal.context.database.transact((tx) =>
      tx.deleteFrom('user_roles').where('user_id', '=', id).where('system_id', '=', 3).execute(),
    );
    await expectBoth(0);
  });
});
