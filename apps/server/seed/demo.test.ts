import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../test/portal.ts';
import { seedDemo } from './demo.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await seedDemo(portal.house);
});
afterAll(() => portal.close());

const countOf = async (table: 'users' | 'cohorts' | 'outgoing_mails' | 'attachments') => {
  const { read } = portal.house.database;
  const { n } = await read
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

describe('the demo university', () => {
  it('has people, cohorts, mails and a message with an attachment in both languages', async () => {
    expect(await countOf('cohorts')).toBe(18);
    expect(await countOf('users')).toBeGreaterThan(150);
    expect(await countOf('attachments')).toBe(18);
  });

  it('lets each of its accounts in', async () => {
    for (const name of ['admin.dc', 'support.pdi', 'candidate.education', 'super']) {
      const who = await portal.signIn(`${name}@demo.example`, 'Demo#2027');
      expect(who.token).not.toBeNull();
    }
  });

  it('shows mails that wait, failed and were cancelled', async () => {
    const mails = await portal.house.database.read
      .selectFrom('outgoing_mails')
      .select('state')
      .where('system_id', '=', 3)
      .distinct()
      .execute();
    expect(mails.map(({ state }) => state).sort()).toEqual(['cancelled', 'failed', 'queued', 'waiting']);
  });

  it('is made once', async () => {
    const before = await countOf('users');
    await seedDemo(portal.house);
    expect(await countOf('users')).toBe(before);
  });
});
