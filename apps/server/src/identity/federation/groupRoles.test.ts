import { randomUUID } from 'node:crypto';
import { listAuditLines } from '@guichet/contract/core/audit';
import { confirmAddress } from '@guichet/contract/identity/account.confirmation';
import { unlinkUserIdentity } from '@guichet/contract/identity/federation';
import { type GroupRole, saveProvider } from '@guichet/contract/identity/federation.providers';
import { listOwnSessions } from '@guichet/contract/identity/sessions.list';
import { getUserInfo, setRoles } from '@guichet/contract/identity/users.changes';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { PasswordDesk, readLink } from '../account/fixtures/passwordDesk.ts';
import { linesAbout, makePlainExam } from '../users/fixtures/people.ts';
import { openSamlUniversity, type SamlUniversity } from './fixtures/samlUniversity.ts';
import { openUniversity, type University } from './fixtures/university.ts';
import { openVisit, readForm, register } from './fixtures/visit.ts';

let portal: TestPortal;
let university: University;
let provider: string;
let samlUniversity: SamlUniversity;
let samlProvider: string;
const groupRoles: GroupRole[] = [
  { group: 'personnel-dc', role: 'support:3' },
  { group: 'direction', role: 'admin:3' },
  { group: 'direction', role: 'support:5' },
  { group: 'etudiants', role: 'student:4' },
];
beforeAll(async () => {
  university = await openUniversity();
  portal = await openTestPortal({ LEARNING_PRIVATE_HOSTS: '127.0.0.1', REQUIRE_SECOND_FACTOR: 'admin' });
  provider = await register(portal, university, { groupsClaim: 'groups', groupRoles });
  samlUniversity = await openSamlUniversity(portal);
  samlProvider = await samlUniversity.register({ groupsClaim: 'isMemberOf', groupRoles });
});
afterEach(() => {
  university.reset();
  samlUniversity.reset();
});
afterAll(async () => {
  university.close();
  samlUniversity.close();
  await portal.close();
});

function join(user_id: number, issuer: string, subject: string, id: string) {
  const row = { id, issuer, subject, user_id, account_name: 'Zoé', proof: 'mail' as const };
  return portal.context.database.transact((tx) =>
    tx
      .insertInto('linked_identities')
      .values({ ...row, linked_at: portal.context.clock.now() })
      .execute(),
  );
}

/** A person here with this role, whose account at a provider is joined. */
async function joined(issuer: string, role: 'student' | 'support' | 'superAdmin' = 'student', systemId = 6) {
  const subject = randomUUID();
  const person = await portal.make(role, role === 'superAdmin' ? null : systemId, {
    email: `${subject}@universite.test`,
  });
  const identityId = randomUUID();
  await join(person.userId, issuer, subject, identityId);
  await portal.context.database.transact((tx) =>
    tx
      .updateTable('users')
      .set({ email_confirmed_at: portal.context.clock.now() })
      .where('id', '=', person.userId)
      .execute(),
  );
  return { ...person, subject, identityId };
}
type Person = Awaited<ReturnType<typeof joined>>;

/** Signs in with these groups; `groups` absent: the provider does not name any. */
async function enter({ subject }: Pick<Person, 'subject'>, groups?: unknown, more: object = {}) {
  university.behaviour.claims = { sub: subject, ...(groups !== undefined && { groups }), ...more };
  return openVisit(portal).visit(provider);
}

const rolesOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (
    await portal.context.database.read
      .selectFrom('user_roles')
      .select(['role', 'system_id as systemId'])
      .where('user_id', '=', userId)
      .execute()
  )
    .map(({ role, systemId }) => `${role}:${systemId}`)
    .sort();

const changesOf = async ({ userId }: Pick<Person, 'userId'>) =>
  (await linesAbout(portal, userId)).filter(({ action }) => action === 'user.rolesChanged');

it('each sign-in gives the roles of the groups and takes those of the groups that were left, with a line that names the provider', async () => {
  const person = await joined(university.issuer);
  expect((await enter(person, ['autre', 'direction'])).outcome).toBe('signedIn');
  expect(await rolesOf(person)).toEqual(['admin:3', 'student:6', 'support:5']);
  expect((await enter(person, ['personnel-dc'])).outcome).toBe('signedIn');
  expect(await rolesOf(person)).toEqual(['student:6', 'support:3']);
  expect((await enter(person, 'etudiants')).outcome).toBe('signedIn');
  expect(await rolesOf(person)).toEqual(['student:4', 'student:6']);
  await enter(person);
  expect(await rolesOf(person)).toEqual(['student:6']);
  const lines = await changesOf(person);
  expect(lines).toHaveLength(7);
  expect(lines[0]).toMatchObject({
    systemId: 3,
    actorId: null,
    detail: { given: ['admin:3'], taken: [], provider: university.issuer, groups: ['direction'] },
  });
  const left = lines.find(({ detail }) => JSON.stringify(detail).includes('"taken":["admin:3"]'));
  expect(left?.detail).toMatchObject({ groups: expect.arrayContaining(['direction']) });
  await enter(person);
  expect(await changesOf(person)).toHaveLength(7);
  const superAdmin = await portal.superAdmin();
  const { reply } = await superAdmin.call(listAuditLines, { query: { pageSize: 5 } });
  expect(JSON.stringify(reply)).toContain(university.issuer);
});

it('the same holds of SAML, where the groups are an attribute', async () => {
  const person = await joined(samlUniversity.entityId);
  samlUniversity.behaviour.nameId = person.subject;
  samlUniversity.behaviour.attributes = { isMemberOf: ['autre', 'personnel-dc'] };
  expect((await samlUniversity.open().visit(samlProvider)).outcome).toBe('signedIn');
  expect(await rolesOf(person)).toEqual(['student:6', 'support:3']);
  samlUniversity.behaviour.attributes = {};
  expect((await samlUniversity.open().visit(samlProvider)).outcome).toBe('signedIn');
  expect(await rolesOf(person)).toEqual(['student:6']);
});

it('the details of a person say which role came by which group of which provider', async () => {
  const person = await joined(university.issuer);
  await enter(person, ['personnel-dc']);
  const superAdmin = await portal.superAdmin();
  const body = { id: person.userId };
  const got = await superAdmin.call(getUserInfo, { body });
  if (!got.reply) throw new Error(got.raw);
  expect(got.reply.byGroups).toEqual([
    { role: 'Support - DC', groups: ['personnel-dc'], provider: 'Mon compte de l’université' },
  ]);
  const other = await portal.as('support', 6);
  const { reply } = await other.call(getUserInfo, { body: { id: person.userId } });
  expect(reply.byGroups).toEqual([]);
});

describe('roles given by hand', () => {
  it('are never touched, also where a group gives the same role', async () => {
    const person = await joined(university.issuer, 'support', 3);
    await enter(person, ['personnel-dc']);
    await enter(person, []);
    expect(await rolesOf(person)).toEqual(['support:3']);
    expect(await changesOf(person)).toEqual([]);
    const superAdmin = await joined(university.issuer, 'superAdmin');
    await enter(superAdmin, ['personnel-dc']);
    await enter(superAdmin, []);
    expect(await rolesOf(superAdmin)).toEqual(['superAdmin:null']);
  });

  it('a role that was taken by hand comes back with the next sign-in, as long as its group stays', async () => {
    const person = await joined(university.issuer);
    await enter(person, ['personnel-dc']);
    const { reply: roles } = await (await portal.superAdmin()).call(setRoles, {
      body: { id: person.userId, roleList: ['Admin - DC'] },
    });
    expect(roles).toBe(true);
    await enter(person, ['personnel-dc']);
    expect(await rolesOf(person)).toContain('support:3');
  });
});

it('a role that came by two accounts stays until both have lost it; separating an account takes its roles', async () => {
  const person = await joined(university.issuer);
  const subject = randomUUID();
  const identityId = randomUUID();
  await join(person.userId, samlUniversity.entityId, subject, identityId);
  await enter(person, ['personnel-dc', 'etudiants']);
  samlUniversity.behaviour.nameId = subject;
  samlUniversity.behaviour.attributes = { isMemberOf: ['personnel-dc'] };
  await samlUniversity.open().visit(samlProvider);
  const ofKept = { systemId: 3, detail: { kept: ['support:3'] } };
  expect((await changesOf(person)).at(-1)).toMatchObject(ofKept);
  await enter(person, []);
  expect(await rolesOf(person)).toEqual(['student:6', 'support:3']);
  expect((await changesOf(person)).slice(1).filter(({ detail }) => 'kept' in detail)).toMatchObject([
    ofKept,
    { ...ofKept, detail: { provider: university.issuer } },
  ]);
  const superAdmin = await portal.superAdmin();
  await superAdmin.call(unlinkUserIdentity, { params: { identityId } });
  expect(await rolesOf(person)).toEqual(['student:6']);
  expect((await changesOf(person)).at(-1)).toMatchObject({
    detail: { taken: ['support:3'], provider: samlUniversity.entityId },
  });
});

it.each(['deactivated_at', 'locked_at'] as const)(
  'separating the account of somebody with %s takes its roles too, which would come back with the account',
  async (column) => {
    const person = await joined(university.issuer);
    await enter(person, ['personnel-dc']);
    const shut = (at: Date | null) =>
      portal.context.database.transact((tx) =>
        tx
          .updateTable('users')
          .set({ [column]: at })
          .where('id', '=', person.userId)
          .execute(),
      );
    await shut(portal.context.clock.now());
    const superAdmin = await portal.superAdmin();
    await superAdmin.call(unlinkUserIdentity, { params: { identityId: person.identityId } });
    await shut(null);
    expect(await rolesOf(person)).toEqual(['student:6']);
  },
);

it('a candidate who is enrolled keeps the role that came by a group', async () => {
  const person = await joined(university.issuer);
  await enter(person, ['etudiants']);
  await makePlainExam(portal, { systemId: 4, userIds: [person.userId] });
  await enter(person, []);
  expect(await rolesOf(person)).toEqual(['student:4', 'student:6']);
});

it('a staff role on an address that nobody has confirmed opens nothing before the link of a mail, as one by hand', async () => {
  const person = await joined(university.issuer);
  await portal.context.database.transact((tx) =>
    tx.updateTable('users').set({ email_confirmed_at: null }).where('id', '=', person.userId).execute(),
  );
  expect(await enter(person, ['personnel-dc'])).toMatchObject({ outcome: 'refused', why: 'linkDue' });
  // A second try at once sends no second mail.
  expect(await enter(person, ['personnel-dc'])).toMatchObject({ outcome: 'refused', why: 'linkDue' });
  const desk = new PasswordDesk();
  desk.portal = portal;
  const [mail, ...more] = await desk.mailsTo(person.email);
  expect([mail?.subject, more]).toEqual(['Confirmez votre adresse', []]);
  const link = readLink(new URL(/<(\S+\/confirm-email\S+)>/.exec(mail?.text ?? '')?.[1] ?? 'x:'));
  expect((await linesAbout(portal, person.userId)).map(({ action }) => action)).toEqual([
    'user.rolesChanged',
    'account.confirmationAsked',
  ]);
  expect((await portal.nobody.call(confirmAddress, { body: link })).reply).toEqual({ outcome: 'confirmed' });
  expect((await enter(person, ['personnel-dc'])).outcome).toBe('signedIn');
});

it('whoever has lost the last role has no access any more', async () => {
  const person = await joined(university.issuer);
  await enter(person, ['etudiants']);
  await portal.context.database.transact((tx) =>
    tx.deleteFrom('user_roles').where('user_id', '=', person.userId).where('system_id', '=', 6).execute(),
  );
  expect(await enter(person, [])).toMatchObject({ outcome: 'refused', why: 'noAccess' });
  expect((await enter(person, ['etudiants'])).outcome).toBe('signedIn');
});

it('the second factor that a role requires is due at once, in the sessions that are open too', async () => {
  const person = await joined(university.issuer);
  const first = await enter(person, []);
  const caller = portal.withToken(
    first.outcome === 'signedIn' ? first.tokens.accessToken : '',
    person.userId,
  );
  expect((await caller.call(listOwnSessions)).status).toBe(200);
  await enter(person, ['direction']);
  expect((await caller.call(listOwnSessions)).status).toBe(403);
});

describe('attacks', () => {
  it('a group of another issuer brings nothing', async () => {
    const other = await openUniversity();
    const otherProvider = await register(portal, other, { labelFr: 'Autre' });
    const person = await joined(other.issuer);
    other.behaviour.claims = { sub: person.subject, groups: ['direction'], isMemberOf: ['direction'] };
    expect((await openVisit(portal).visit(otherProvider)).outcome).toBe('signedIn');
    expect(await rolesOf(person)).toEqual(['student:6']);
    other.close();
  });

  it('a group counts letter by letter: neither case, nor blanks, nor a part of it', async () => {
    const near = [
      'Direction',
      ' direction',
      'direction ',
      '\u00a0direction',
      'direction\n',
      'direction-2',
      'dire',
    ];
    const person = await joined(university.issuer);
    await enter(person, near);
    expect(await rolesOf(person)).toEqual(['student:6']);
    const other = await joined(samlUniversity.entityId);
    samlUniversity.behaviour.nameId = other.subject;
    samlUniversity.behaviour.attributes = { isMemberOf: near };
    await samlUniversity.open().visit(samlProvider);
    expect(await rolesOf(other)).toEqual(['student:6']);
  });

  it.each([
    ['a number', 7],
    ['an object', { direction: true }],
    ['a list of other things', [['direction'], 1]],
    ['a list without end', Array.from({ length: 1001 }, () => 'direction')],
  ])('%s in place of the groups changes nothing', async (_what, groups) => {
    const person = await joined(university.issuer);
    await enter(person, ['personnel-dc']);
    expect((await enter(person, groups)).outcome).toBe('signedIn');
    expect(await rolesOf(person)).toEqual(['student:6', 'support:3']);
  });

  it('groups that are told elsewhere are unknown, not none', async () => {
    const person = await joined(university.issuer);
    await enter(person, ['personnel-dc']);
    await enter(person, undefined, { _claim_names: { groups: 'src1' } });
    expect(await rolesOf(person)).toEqual(['student:6', 'support:3']);
  });

  it('a system that is put aside gets no role, and gives it once it is back', async () => {
    const person = await joined(university.issuer);
    const setAside = (at: Date | null) =>
      portal.context.database.transact((tx) =>
        tx.updateTable('systems').set({ archived_at: at }).where('id', '=', 4).execute(),
      );
    await setAside(portal.context.clock.now());
    expect((await enter(person, ['etudiants'])).outcome).toBe('signedIn');
    expect(await rolesOf(person)).toEqual(['student:6']);
    await setAside(null);
    await enter(person, ['etudiants']);
    expect(await rolesOf(person)).toEqual(['student:4', 'student:6']);
  });

  it('a deactivated account gets nothing', async () => {
    const person = await joined(university.issuer);
    await portal.context.database.transact((tx) =>
      tx
        .updateTable('users')
        .set({ deactivated_at: portal.context.clock.now() })
        .where('id', '=', person.userId)
        .execute(),
    );
    await enter(person, ['direction']);
    expect(await rolesOf(person)).toEqual(['student:6']);
  });
});

it.each([
  ['a table without a claim', { groupsClaim: null }, { path: 'groupsClaim', messageKey: 'required' }],
  ['a row that stands twice', { groupRoles: [groupRoles[0], groupRoles[0]] }, { path: 'groupRoles.1.group' }],
  ['a role of a system that is not the provider’s', { systemIds: [3, 4] }, { path: 'groupRoles.2.role' }],
  ['the role of a super admin', { groupRoles: [{ group: 'x', role: 'superAdmin:3' }] }, {}],
  [
    'more rows than a table has',
    { groupRoles: Array.from({ length: 101 }, (_, at) => ({ ...groupRoles[0], group: `g${at}` })) },
    { messageKey: 'tooManyGroups' },
  ],
])('%s is refused', async (_what, wrong, error) => {
  const superAdmin = await portal.superAdmin();
  const form = { ...readForm(university), groupsClaim: 'groups', groupRoles, version: 1, ...wrong };
  const { problem } = await superAdmin.call(saveProvider, {
    params: { providerId: provider },
    body: form as never,
  });
  expect(problem.errors).toMatchObject([error]);
});
