import { setTimeout as wait } from 'node:timers/promises';
import { searchUsers } from '@guichet/contract/users.search';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testedKind } from '../../../test/database/testDatabase.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import type { WriteTx } from '../../platform/database/database.ts';
import { makePerson } from '../fixtures/people.ts';
import { nameKeys } from '../nameKeys.service.ts';
import * as search from '../search/userSearch.queries.ts';
import { findUserIndex, startUserIndex } from './userIndex.ts';

let portal: TestPortal;
let superAdmin: Caller;
let index: { stop(): Promise<void> };
beforeAll(async () => {
  portal = await openTestPortal();
  superAdmin = await portal.superAdmin();
  await makePerson(portal, { firstName: 'Zoé', lastName: 'Côté' });
  index = startUserIndex(portal.context, { fromPeople: -1, commonShare: 0, pollMilliseconds: 20 });
  await until(() => findUserIndex(portal.context.database) !== null);
});
afterAll(async () => {
  await index.stop();
  await portal.close();
});

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await wait(10);
}

interface Asked {
  readonly words: readonly string[];
  readonly offset: number;
  readonly limit: number;
}

/** The database's result. */
function findInDatabase({ words, offset, limit }: Asked) {
  const page = { sortField: 'name', descending: false, offset, limit } as const;
  return search.selectFound(portal.context.database.read, 'all', [{ words }], 'all', page);
}

/** The index's result; null while it lags behind the changes. */
async function findInIndex({ words, offset, limit }: Asked) {
  const { database } = portal.context;
  const matches = await findUserIndex(database)?.find(words, offset, limit);
  return matches ? search.selectFoundById(database.read, matches) : null;
}

const syllables = ['an', 'na', 'Zoé', 'Œu', 'é', 'Σ', 'o’b', '-', 'Łu', 'a b'];
const name = fc
  .array(fc.constantFrom(...syllables), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join(''));
const write = fc.record({
  kind: fc.constantFrom('add', 'addMany', 'rename', 'delete', 'leave'),
  first: name,
  last: name,
  whom: fc.nat(),
});
const words = 'a an ana anan zoe zoena o @ @etu 5@etu.example.ca oeu etu qqq qqqq σ'.split(' ');
const asked = fc.record({
  words: fc.array(fc.constantFrom(...words), { maxLength: 2 }),
  offset: fc.integer({ min: 0, max: 5 }),
  limit: fc.integer({ min: 1, max: 30 }),
});

let made = 0;

async function perform({ kind, first, last, whom }: typeof write extends fc.Arbitrary<infer W> ? W : never) {
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
    // Changes of columns that are not searched.
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
  it('finds the same as the database after any write, within a second', async () => {
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
            if (atOnce) expect(atOnce).toEqual(expected);
            await until(async () => (await findInIndex(asked)) !== null);
            expect(performance.now() - written).toBeLessThan(1000);
            expect(await findInIndex(asked)).toEqual(expected);
          }
        },
      ),
      { numRuns: 15, endOnFailure: true },
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
        const asked = { words: [word], offset: 0, limit: 5 };
        await until(async () => (await findInIndex(asked)) !== null);
        return (await findInIndex(asked))?.rows.map(({ id }) => id);
      };
      expect([await ask('prompte'), await ask('tardive')]).toEqual([[late], []]);
      held.resolve();
      await slow;
      expect([await ask('prompte'), await ask('tardive')]).toEqual([[late], [early]]);
    },
  );

  it('S2.61 shows nobody beyond the systems that the caller supports, and answers super admins', async () => {
    const admin = await portal.as('admin', 3);
    await makePerson(portal, { lastName: 'Ailleurs', roles: [{ role: 'student', systemId: 4 }] });
    const find = async (who: Caller) => {
      const { reply } = await who.call(searchUsers, { body: { filters: [{ searchTerm: 'ailleurs' }] } });
      return reply.totalItems;
    };
    expect([await find(admin), await find(superAdmin)]).toEqual([0, 1]);
    await wait(1000);
    expect([await find(admin), await find(superAdmin)]).toEqual([0, 1]);
  });
});
