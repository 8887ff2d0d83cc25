import { setRoles } from '@guichet/contract/identity/users.changes';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePerson } from '../fixtures/people.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await openTestPortal();
});
afterAll(() => portal.close());

const mailsTo = (userId: number) =>
  portal.context.database.read
    .selectFrom('outgoing_mails as o')
    .innerJoin('mailings as m', 'm.id', 'o.mailing_id')
    .select(['m.subject', 'm.html', 'm.language', 'm.variables', 'm.system_id as systemId'])
    .where('o.user_id', '=', userId)
    .where('m.purpose', '=', 'roleGiven')
    .execute();

it('whoever gets a role of staff is mailed once, in their language: what for, by whom, until when and the way in', async () => {
  const admin = await portal.as('admin', 3, { firstName: 'Ada', lastName: 'Roy' });
  const id = await makePerson(portal, { email: 'lea@example.ca' });
  await portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ language: 'en' }).where('id', '=', id).execute(),
  );
  const give = (roleList: string[]) => admin.call(setRoles, { body: { id, roleList } });
  expect((await give(['DC', 'Admin - DC'])).reply).toBe(true);
  expect((await give(['DC', 'Admin - DC'])).reply).toBe(true);
  const [mail, ...more] = await mailsTo(id);
  expect([mail?.language, mail?.systemId, more]).toEqual(['en', 3, []]);
  expect(mail?.html).toContain('This role has no end date');
  expect(mail?.html).toContain('Your address has not been confirmed yet');
  expect(mail?.html).toContain('{{loginUrl}}');
  expect(mail?.variables).toMatchObject({
    note: expect.stringMatching(/ gave you this role: administrator – /),
  });
});

it('who has no password is told of the link to one alone, and who has one of both that make the role count', async () => {
  const admin = await portal.as('admin', 3);
  const told = async (passwordHash: string | null) => {
    const row = { language: 'en', password_hash: passwordHash } as const;
    const id = await makePerson(portal, { row });
    await admin.call(setRoles, { body: { id, roleList: ['DC', 'Support - DC'] } });
    const [mail] = await mailsTo(id);
    return [
      'The next time you sign in, you will be sent one',
      'the link with which you choose your password',
    ].map((words) => mail?.html.includes(words));
  };
  expect(await told(null)).toEqual([false, true]);
  expect(await told('set')).toEqual([true, false]);
});

it('no one is mailed for a place as a candidate, for a role that is taken, or while the account is closed', async () => {
  const admin = await portal.as('admin', 3);
  const id = await makePerson(portal, { email: 'max@example.ca' });
  const set = (roleList: string[]) => admin.call(setRoles, { body: { id, roleList } });
  const close = (deactivated_at: Date | null) =>
    portal.context.database.transact((tx) =>
      tx.updateTable('users').set({ deactivated_at }).where('id', '=', id).execute(),
    );
  await close(portal.context.clock.now());
  await set(['DC', 'Support - DC']);
  await close(null);
  await set(['DC']);
  await set(['DC']);
  expect(await mailsTo(id)).toEqual([]);
});
