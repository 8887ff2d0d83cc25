import { listOwnExams } from '@guichet/contract/exams/candidate';
import { listEntrances } from '@guichet/contract/identity/access';
import { searchUsers } from '@guichet/contract/identity/users.search';
import { listMails } from '@guichet/contract/mail/outbox';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTestPortal, type TestPortal } from '../test/portal.ts';
import { seedDemo } from './demo.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
  await seedDemo(portal.context);
});
afterAll(() => portal.close());

const countOf = async (table: 'users' | 'exams' | 'outgoing_mails' | 'attachments') => {
  const { read } = portal.context.database;
  const { n } = await read
    .selectFrom(table)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

describe('the demo university', () => {
  it('has people, exams, mails and a message with an attachment in both languages', async () => {
    expect(await countOf('exams')).toBe(36);
    expect(await countOf('users')).toBeGreaterThan(150);
    expect(await countOf('attachments')).toBe(18);
  });

  it('has exams with hours, place and instructions, and each system an office to call', async () => {
    const { token } = await portal.signIn('candidate.dc@demo.example', 'Demo#2027');
    const { reply } = await portal.withToken(token ?? '', 0).call(listOwnExams);
    expect(reply[0]).toMatchObject({
      startTime: '09:00',
      place: { en: 'Laurier Hall, room 204' },
      instructions: { fr: expect.stringContaining('pièce d’identité') },
      documents: [{ name: expect.stringMatching(/\.pdf$/) }],
      contact: { phone: '613 555-0140' },
    });
    const frames = await portal.context.database.read
      .selectFrom('systems')
      .select(['phone', 'office_en'])
      .execute();
    expect(new Set(frames.map(({ phone }) => phone)).size).toBe(9);
    for (const { office_en } of frames) expect(office_en).toMatch(/room \d+, Monday to Friday, /);
  });

  it('can sign in with each of its accounts', async () => {
    for (const name of ['admin.dc', 'support.pdi', 'candidate.education', 'super']) {
      const who = await portal.signIn(`${name}@demo.example`, 'Demo#2027');
      expect(who.token).not.toBeNull();
    }
  });

  it('has an administrator of each system with the right to extra time, as new ones have it', async () => {
    const { token } = await portal.signIn('admin.dc@demo.example', 'Demo#2027');
    const { reply } = await portal.withToken(token ?? '', 0).call(listEntrances);
    expect(reply.entrances.map(({ seesExtraTime }) => seesExtraTime)).toEqual([true]);
  });

  it('shows mails that wait, failed and were cancelled', async () => {
    const mails = await portal.context.database.read
      .selectFrom('outgoing_mails')
      .select('state')
      .where('system_id', '=', 3)
      .distinct()
      .execute();
    expect(mails.map(({ state }) => state).sort()).toEqual(['cancelled', 'failed', 'queued', 'waiting']);
  });

  it('tells only those to choose a password who have none', async () => {
    const mails = await portal.context.database.read
      .selectFrom('outgoing_mails as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select(sql<boolean>`u.password_hash is not null`.as('hasPassword'))
      .select(sql<boolean>`m.variables ? 'secretLink'`.as('hasLink'))
      .distinct()
      .execute();
    expect(mails).toHaveLength(2);
    for (const { hasPassword, hasLink } of mails) expect(hasLink).toBe(!hasPassword);
  });

  it('shows who cancelled a mail', async () => {
    const { token } = await portal.signIn('admin.dc@demo.example', 'Demo#2027');
    const { reply } = await portal
      .withToken(token ?? '', 0)
      .call(listMails, { query: { state: 'cancelled' } });
    expect(reply.mails.map(({ lastError }) => lastError)).toEqual([
      expect.stringMatching(/\(Aurélie D’Amours\)$/),
    ]);
  });

  it('has the search data of several years: exam dates, results, visits and enrolments of candidates', async () => {
    const { token } = await portal.signIn('super@demo.example', 'Demo#2027');
    const who = portal.withToken(token ?? '', 0);
    const { reply } = await who.call(searchUsers, { body: { filters: [{ role: 'DC', pageSize: 100 }] } });
    expect(reply.totalItems).toBe(60);
    const everybody = (await who.call(searchUsers, { body: { filters: [{ pageSize: 1000 }] } })).reply.data;
    expect(new Set(everybody.map(({ fullName }) => fullName)).size).toBe(everybody.length);
    const many = <T>(values: T[]) => new Set(values).size;
    expect(many(reply.data.map(({ subscriptionDate }) => subscriptionDate))).toBeGreaterThan(2);
    expect(many(reply.data.map(({ profession }) => profession))).toBeGreaterThan(8);
    expect([...new Set(reply.data.map(({ numberOfWorkshops }) => numberOfWorkshops))].sort()).toEqual([
      1, 2, 3,
    ]);
    expect([...new Set(reply.data.map(({ attestation }) => attestation))].sort()).toEqual([0, 1, 2]);
    expect(reply.data.some(({ lastVisitDate }) => lastVisitDate === null)).toBe(true);
    for (const { attestation, numberOfWorkshops, subscriptionDate, lastVisitDate } of reply.data) {
      expect(attestation).toBeLessThan(numberOfWorkshops);
      if (lastVisitDate) expect(lastVisitDate.toISOString() > subscriptionDate).toBe(true);
    }
  });

  it('has an audit log in chronological order, over all systems', async () => {
    const lines = await portal.context.database.read
      .selectFrom('audit_lines')
      .select('at')
      .where('system_id', 'is not', null)
      .orderBy('id')
      .execute();
    const instants = lines.map(({ at }) => at.getTime());
    expect(instants.length).toBeGreaterThan(5);
    expect(instants).toEqual([...instants].sort((one, other) => one - other));
  });

  it('shows candidates whom the learning platform refused, or has not answered yet', async () => {
    const places = await portal.context.database.read
      .selectFrom('platform_enrolments')
      .select('state')
      .where('system_id', '=', 3)
      .distinct()
      .execute();
    expect(places.map(({ state }) => state).sort()).toEqual(['failed', 'pending', 'waiting']);
  });

  it('is seeded once', async () => {
    const before = await countOf('users');
    await seedDemo(portal.context);
    expect(await countOf('users')).toBe(before);
  });

  it('is not added where people have accounts, as everybody knows its passwords', async () => {
    const before = await countOf('users');
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ email: 'other@demo.example', email_key: 'other@demo.example' })
        .where('email', '=', 'super@demo.example')
        .execute(),
    );
    const print = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    await seedDemo(portal.context);
    expect(print.mock.calls.join('')).toMatch(
      /^DEMO=true added nothing: people have accounts here already\. /,
    );
    print.mockRestore();
    expect(await countOf('users')).toBe(before);
  });
});
