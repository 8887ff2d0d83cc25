import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openTestApp } from '../../../../test/testApp.ts';
import { selectMeant } from './search.queries.ts';

it('the people whom a search of mails means are found by the indexes of people, and not by reading everybody', async () => {
  const context = await openTestApp();
  const plan = await context.database.transact(async (tx) => {
    await sql`set local enable_seqscan to off`.execute(tx);
    const { rows } = await sql`explain ${selectMeant('liam obrien', [3])}`.execute(tx);
    return JSON.stringify(rows);
  });
  expect(plan).toContain('users_by_search_text');
  expect(plan).toContain('users_by_joined_name');
  await context.close();
});
