import { listEntrances } from '@guichet/contract/identity/access';
import { login } from '@guichet/contract/identity/sessions';
import { setRoles } from '@guichet/contract/identity/users.changes';
import { describe, expect, it } from 'vitest';
import { first, readLink, second, usePasswordDesk } from '../account/fixtures/passwordDesk.ts';

const desk = usePasswordDesk();

const signIn = async (username: string, password: string) => {
  const headers = { 'x-forwarded-for': desk.place() };
  return (await desk.portal.nobody.call(login, { body: { username, password }, headers })).reply;
};
const give = async (id: number, ...roleList: string[]) => {
  const admin = await desk.portal.as('admin', 3);
  expect((await admin.call(setRoles, { body: { id, roleList } as never })).status).toBe(200);
};

describe('a staff role given later to an unconfirmed address', () => {
  it('requires a mailed link at the next sign-in', async () => {
    const zoe = await desk.makePerson();
    await give(zoe.userId, 'DC', 'Support - DC');
    const due = { outcome: 'linkDue' };
    expect(await signIn(zoe.email, first)).toEqual(due);
    expect(await signIn(zoe.email, 'Faux-Mot#1')).toMatchObject({ outcome: 'refused' });
    // A retry at once sends no second mail; a later retry sends a new link, and the older link is void.
    expect(await signIn(zoe.email, first)).toEqual(due);
    const links = await desk.linksTo(zoe.email);
    expect(links.map(({ searchParams }) => searchParams.get('lang'))).toEqual(['fr']);
    desk.portal.context.clock.advance(301);
    expect(await signIn(zoe.email, first)).toEqual(due);
    const [newer] = (await desk.linksTo(zoe.email)).map(readLink);
    expect(await desk.reset(readLink(links[0]))).toBe(false);
    expect(await desk.reset(newer ?? { token: '', userName: '' })).toBe(true);
    desk.portal.context.clock.advance(1);
    expect(await signIn(zoe.email, second)).toMatchObject({ outcome: 'signedIn' });
    expect((await desk.accountOf(zoe)).email_confirmed_at).not.toBeNull();
  });

  it('opens nothing in a session that was open, nor in one that a sign-in beside it opens, also after the link', async () => {
    const { portal } = desk;
    const zoe = await desk.makePerson();
    const visit = async () => {
      const { accessToken } = await portal.openPair(zoe.email, first);
      return portal.withToken(accessToken, zoe.userId);
    };
    const open = await visit();
    expect((await open.call(listEntrances)).status).toBe(200);
    const beside = await visit();
    await give(zoe.userId, 'DC', 'Support - DC');
    const set = (fields: object) =>
      portal.context.database.transact((tx) =>
        tx.updateTable('users').set(fields).where('id', '=', zoe.userId).execute(),
      );
    expect((await open.call(listEntrances)).status).toBe(401);
    // The press on a link that confirms the address ends no session by itself.
    await set({ link_due_since: null });
    expect((await open.call(listEntrances)).status).toBe(401);
    await set({ link_due_since: portal.context.clock.now(), sessions_ended_at: null });
    expect((await beside.call(listEntrances)).status).toBe(401);
  });

  it('is audited', async () => {
    const zoe = await desk.makePerson();
    await give(zoe.userId, 'DC', 'Support - DC');
    expect((await desk.auditLines('user.rolesChanged', zoe))[0]?.detail).toMatchObject({
      linkDemanded: true,
    });
  });

  it('requires nothing where the address is confirmed, nor for the role of a student', async () => {
    const confirmed = await desk.makePerson();
    await desk.reset(await desk.askForLink(confirmed.email));
    desk.portal.context.clock.advance(1);
    await give(confirmed.userId, 'DC', 'Support - DC');
    expect(await signIn(confirmed.email, second)).toMatchObject({ outcome: 'signedIn' });
    const student = await desk.makePerson();
    const superAdmin = await desk.portal.superAdmin();
    await superAdmin.call(setRoles, { body: { id: student.userId, roleList: ['DC', 'PDI'] } as never });
    expect(await signIn(student.email, first)).toMatchObject({ outcome: 'signedIn' });
  });
});
