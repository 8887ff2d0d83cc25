import { listAuditLines } from '@guichet/contract/core/audit';
import { createUser, updatePassword } from '@guichet/contract/identity/account.given';
import { askForProof } from '@guichet/contract/identity/factors';
import { correctUser, setRoles } from '@guichet/contract/identity/users.changes';
import { beforeAll, expect, it } from 'vitest';
import { type Caller, madePassword } from '../../../test/portal.ts';
import { takeSnapshot } from '../../../test/rights/snapshot.ts';
import { testAdmin } from '../../../test/testApp.ts';
import { useFactorDesk } from '../factors/fixtures/factorDesk.ts';
import { linesAbout, makePerson } from '../users/fixtures/people.ts';

const desk = useFactorDesk();
const proof = { password: testAdmin.password };
const subject = 'Une autre personne a reçu le rôle de superadministration';
let giver: Caller;
let people = 0;
beforeAll(async () => {
  giver = await desk.portal.superAdmin();
});

const create = (more: object, who = giver) => {
  const person = {
    userName: `chef${++people}@universite.example.ca`,
    firstName: 'Noé',
    lastName: '{{loginUrl}} <b>',
  };
  const password = { newPassword: 'Donne#Volet27x', confirmNewPassword: 'Donne#Volet27x' };
  const body = {
    ...person,
    ...password,
    languageId: 'fr',
    sendEmail: false,
    roleList: ['Super Admin'],
    ...more,
  };
  return who.call(createUser, { body: body as never });
};
const give = (id: number, more: object = {}, who = giver) =>
  who.call(setRoles, { body: { id, roleList: ['DC', 'Super Admin'], ...more } });
const mailsTo = (userId: number) =>
  desk.portal.context.database.read
    .selectFrom('outgoing_mails as m')
    .innerJoin('mailings as g', 'g.id', 'm.mailing_id')
    .select(['g.subject', 'g.variables'])
    .where('m.user_id', '=', userId)
    .where('g.subject', '=', subject)
    .execute();

it('needs the giver’s password on every path; without it, or with a wrong one, no row changes', async () => {
  const id = await makePerson(desk.portal);
  const before = await takeSnapshot(desk.portal.context.database.read);
  for (const attempt of [give, (_id: number, more: object) => create(more)]) {
    const without = await attempt(id, {});
    expect([without.status, without.problem.code]).toEqual([403, 'role.proofNeeded']);
    const wrong = await attempt(id, { proof: { password: 'Faux#Mot1' } });
    expect([wrong.status, wrong.problem.code]).toEqual([403, 'factor.wrongProof']);
  }
  expect(await takeSnapshot(desk.portal.context.database.read)).toEqual(before);
});

it('needs it to set the password of one too, and of nobody else', async () => {
  const chief = await desk.portal.make('superAdmin');
  const set = (userId: number, more: object = {}) => {
    const password = { newPassword: 'Donne#Volet27x', confirmNewPassword: 'Donne#Volet27x' };
    const body = { userId, ...password, sendEmail: false, ...more };
    return giver.call(updatePassword, { body: body as never });
  };
  const before = await takeSnapshot(desk.portal.context.database.read);
  const without = await set(chief.userId);
  expect([without.status, without.problem.code]).toEqual([403, 'role.proofNeeded']);
  const wrong = await set(chief.userId, { proof: { password: 'Faux#Mot1' } });
  expect([wrong.status, wrong.problem.code]).toEqual([403, 'factor.wrongProof']);
  const after = await takeSnapshot(desk.portal.context.database.read);
  expect({ ...after, rate_limits: null }).toEqual({ ...before, rate_limits: null });
  expect((await set(chief.userId, { proof })).reply).toBe(true);
  const admin = await desk.portal.make('admin', 3);
  expect((await set(admin.userId)).reply).toBe(true);
});

it('cannot be had by correcting the address of one who has never signed in', async () => {
  const chief = await desk.portal.make('superAdmin');
  const names = { firstName: 'Noé', lastName: 'Roy', languageId: 'fr', newsLetter: false } as const;
  const move = (email?: string) =>
    giver.call(correctUser, { body: { id: chief.userId, ...names, ...(email && { email }) } });
  const moved = await move('autre.chef@universite.example.ca');
  expect([moved.status, moved.problem.code]).toEqual([409, 'user.superAdminAddress']);
  expect((await move()).reply).toMatchObject({ outcome: 'corrected', address: null });
  await desk.portal.signIn(chief.email, madePassword);
  expect((await move('autre.chef@universite.example.ca')).reply).toMatchObject({
    outcome: 'corrected',
    linkSentTo: 'autre.chef@universite.example.ca',
  });
});

it('is told to the other super admins, and is the first line of the log and pinned there', async () => {
  const other = await desk.portal.make('superAdmin');
  const gone = await desk.portal.make('superAdmin');
  await desk.portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ deactivated_at: new Date() }).where('id', '=', gone.userId).execute(),
  );
  const id = await makePerson(desk.portal, { firstName: 'Ana', lastName: 'Roy' });
  expect((await give(id, { proof })).reply).toBe(true);
  const told = await mailsTo(other.userId);
  expect(told).toHaveLength(1);
  expect(JSON.stringify(told)).toContain('a donné le rôle de superadministration à Ana Roy');
  for (const userId of [gone.userId, giver.userId, id]) expect(await mailsTo(userId)).toEqual([]);
  expect((await linesAbout(desk.portal, id)).map(({ action }) => action).slice(-2)).toEqual([
    'user.rolesChanged',
    'role.superAdminGiven',
  ]);
  await create({ roleList: ['DC'] });
  const { reply } = await giver.call(listAuditLines, { query: {} });
  expect(reply.pinned?.[0]).toMatchObject({
    action: 'role.superAdminGiven',
    subject: `user:${id}`,
    systemId: null,
    isTakenBack: false,
  });
  const admin = await desk.portal.as('admin', 3);
  const seen = (await admin.call(listAuditLines, { query: {} })).reply;
  expect(seen.pinned).toBeUndefined();
  expect(seen.lines.some(({ action }) => action === 'role.superAdminGiven')).toBe(false);

  expect((await give(id, { seen: ['DC', 'Super Admin'] })).reply).toBe(true);
  expect(await mailsTo(other.userId)).toHaveLength(1);

  expect((await giver.call(setRoles, { body: { id, roleList: ['DC'] } })).reply).toBe(true);
  const { pinned } = (await giver.call(listAuditLines, { query: {} })).reply;
  expect(pinned?.[0]).toMatchObject({ subject: `user:${id}`, isTakenBack: true });
});

it('may be proven with a passkey, and a new account made super admin is told of as well', async () => {
  const caller = await desk.portal.as('superAdmin', null);
  const other = await desk.portal.make('superAdmin');
  const id = await makePerson(desk.portal);
  const { device } = await desk.addPasskey({ email: '', userId: caller.userId, caller });
  const request = (await caller.call(askForProof)).reply;
  expect((await give(id, { proof: { passkey: device.answer(request) } }, caller)).reply).toBe(true);
  expect((await create({ proof })).reply).toBe(true);
  expect(await mailsTo(other.userId)).toHaveLength(2);
});

it('takes ten wrong passwords an hour', async () => {
  const chief = await desk.portal.as('superAdmin', null);
  const id = await makePerson(desk.portal);
  for (let n = 0; n < 10; n++) await give(id, { proof: { password: 'Faux#Mot1' } }, chief);
  expect((await give(id, { proof: { password: 'Cle-Sure#1' } }, chief)).status).toBe(429);
});
