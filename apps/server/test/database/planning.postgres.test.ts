import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ReadDb } from '../../src/core/database/database.ts';
import { countToInvite } from '../../src/exams/enrolments/invited.queries.ts';
import {
  countClashing,
  selectBeginnings,
  selectNextExams,
} from '../../src/exams/facts/coming/comingExams.queries.ts';
import { selectOwnSettings } from '../../src/identity/access/access.queries.ts';
import { selectHeldRoles } from '../../src/identity/users/search/heldRoles.queries.ts';
import { selectOwnDocuments } from '../../src/mail/outbox/reading/ownDocuments.queries.ts';
import { openTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

/** After five calls PostgreSQL keeps a plan, unless it expects one made for the very values to be better. */
const triedPlans = 5;
const today = '2027-01-20';
const now = { day: today, time: '12:00' };

it.each<[string, (db: ReadDb) => Promise<unknown>]>([
  ['settings of a candidate’s home', (db) => selectOwnSettings(db, [1], false)],
  ['settings of an administrator’s home', (db) => selectOwnSettings(db, [1], true)],
  ['next exams of a system', (db) => selectNextExams(db, [3], now, 3)],
  ['its clashes', (db) => countClashing(db, [3], today)],
  ['people to be invited to them', (db) => countToInvite(db, [3], now, 3)],
  ['whether it has people', (db) => selectBeginnings(db, [3], today)],
  ['documents in the mails of a candidate', (db) => selectOwnDocuments(db, { userId: 1, today })],
  ['roles of found people', (db) => selectHeldRoles(db, [1, 2])],
])('%s: planned once, and not anew at each call', async (_what, select) => {
  const calls = triedPlans + 3;
  const plans = await portal.context.database.transact(async (tx) => {
    await sql`deallocate all`.execute(tx);
    for (let n = 0; n < calls; n++) await select(tx);
    const { rows } = await sql<{ anew: number; kept: number }>`
      select custom_plans as anew, generic_plans as kept from pg_prepared_statements
      where name like 'guichet\\_%' and custom_plans + generic_plans = ${calls}`.execute(tx);
    return rows;
  });
  expect(plans).toEqual([{ anew: triedPlans, kept: calls - triedPlans }]);
});
