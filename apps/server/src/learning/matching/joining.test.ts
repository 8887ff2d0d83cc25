import {
  joinAccounts,
  listAccountMatches,
  listPlatformAccounts,
  releaseAccount,
} from '@guichet/contract/learning/learning.accounts';
import { getDrift, readDrift, repairDrift } from '@guichet/contract/learning/learning.drift';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf as brightspaceSettings } from '../../../test/brightspace/brightspaceConnector.ts';
import { openBrightspaceServer } from '../../../test/brightspace/brightspaceServer.ts';
import { workUntilDone } from '../../../test/killedServer.ts';
import { drain, makeCandidates, planExamSpace, readEnrolmentJobs } from '../../../test/learning.ts';
import { addTemplate, settingsOf as moodleSettings } from '../../../test/moodle/moodleConnector.ts';
import { openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../test/portal.ts';
import { openConnector } from '../learning.service.ts';
import { openConnectors } from '../platforms/connectors.ts';

interface Own {
  readonly number: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
  readonly isStaff?: boolean;
}

interface Stage {
  readonly portal: TestPortal;
  /** Makes an account that the portal did not make; returns its id. */
  put(own: Own): number;
  /** Name and address of the account with this id, as stored there. */
  read(id: number): string;
  close(): Promise<void>;
}

async function openMoodleStage(): Promise<Stage> {
  const moodle = await openMoodleServer();
  addTemplate(moodle);
  const portal = await openTestPortal(moodleSettings(moodle));
  const { users } = moodle.site;
  return {
    portal,
    put({ number, firstName, lastName, email, isStaff = false }) {
      const id = moodle.site.next.user++;
      const names = { firstname: firstName, lastname: lastName, lang: 'fr' };
      const row = { id, username: `campus.${id}`, auth: 'manual', ...names, email, idnumber: number };
      users.set(id, { ...row, suspended: false, isAdmin: isStaff, openId: null });
      return id;
    },
    read(id) {
      const user = users.get(id);
      return `${user?.firstname} ${user?.lastname} ${user?.email} ${user?.username} ${user?.idnumber}`;
    },
    async close() {
      await portal.close();
      await moodle.close();
    },
  };
}

async function openBrightspaceStage(): Promise<Stage> {
  const server = await openBrightspaceServer();
  const portal = await openTestPortal(brightspaceSettings(server));
  const { users } = server.site;
  return {
    portal,
    put({ number, firstName, lastName, email }) {
      const id = server.site.next++;
      const names = { firstName, middleName: null, lastName, pronouns: '' };
      users.set(id, { id, userName: `campus.${id}`, ...names, email, orgDefinedId: number, isActive: true });
      return id;
    },
    read(id) {
      const user = users.get(id);
      return `${user?.firstName} ${user?.lastName} ${user?.email} ${user?.userName} ${user?.orgDefinedId}`;
    },
    async close() {
      await portal.close();
      await server.close();
    },
  };
}

let numbers = 300_100;

describe.each([
  ['Moodle', openMoodleStage],
  ['Brightspace', openBrightspaceStage],
] as const)('accounts of a campus on %s', (platform, openStage) => {
  let stage: Stage;
  let superAdmin: Caller;
  beforeAll(async () => {
    stage = await openStage();
    superAdmin = await stage.portal.superAdmin();
  });
  afterAll(() => stage.close());

  const work = async (space: Parameters<typeof workUntilDone>[2]) =>
    workUntilDone(stage.portal.context, await openConnectors(stage.portal.context).of(null), space);
  const statesOf = async (courseId: string) =>
    (await readEnrolmentJobs(stage.portal.context, courseId)).map(({ state }) => state);
  const matches = async (by: 'studentNumber' | 'address') =>
    (await superAdmin.call(listAccountMatches, { body: { platformId: null, by, after: 0 } })).reply;
  const join = async (by: 'studentNumber' | 'address', pairs: { userId: number; externalId: string }[]) =>
    (await superAdmin.call(joinAccounts, { body: { platformId: null, by, pairs } })).reply;

  /** Candidates with numbers, for whom `own` makes accounts there. */
  async function place(own: readonly ((person: Own) => Own | null)[]) {
    const candidates = makeCandidates(own.length);
    const space = await planExamSpace(stage.portal.context, { candidates });
    const people = candidates.map((person): Own => ({ ...person, number: String(++numbers) }));
    await stage.portal.context.database.transact(async (tx) => {
      for (const [at, { number }] of people.entries())
        await tx
          .updateTable('users')
          .set({ student_number: number })
          .where('id', '=', space.userIds[at] ?? 0)
          .execute();
    });
    const ids = people.map((person, at) => {
      const there = own[at]?.(person);
      return there ? stage.put(there) : 0;
    });
    return { ...space, people, ids };
  }

  it('are listed beside people, joined by number where the names agree, left as they are, and taken back', async () => {
    const space = await place([
      (person) => person,
      (person) => ({
        ...person,
        firstName: 'Autre',
        lastName: 'Nom',
        email: `autre${person.number}@campus.test`,
      }),
      () => null,
    ]);
    const { userIds, courseId, ids } = space;
    const [first = 0, second = 0] = ids;
    const before = [stage.read(first), stage.read(second)];
    const found = await matches('studentNumber');
    const ofTest = found.matches.filter(({ userId }) => userIds.includes(userId));
    expect(ofTest).toMatchObject([
      { userId: userIds[0], account: { externalId: String(first) }, agrees: true, obstacle: null },
      {
        userId: userIds[1],
        account: { externalId: String(second), name: 'Autre Nom' },
        agrees: false,
        obstacle: null,
      },
    ]);
    const pairs = ofTest.map(({ userId, account }) => ({ userId, externalId: account.externalId }));
    expect(await join('studentNumber', pairs)).toEqual({ joined: 2, refused: [], problem: null });
    // When the answer was lost, a second request reports nobody as not joined.
    expect(await join('studentNumber', pairs)).toEqual({ joined: 0, refused: [], problem: null });
    await work(space);
    expect(await statesOf(courseId)).toEqual(['done', 'done', 'done']);
    expect([stage.read(first), stage.read(second)]).toEqual(before);
    const { accounts } = (
      await superAdmin.call(listPlatformAccounts, { body: { platformId: null, after: 0 } })
    ).reply;
    expect(accounts.filter(({ userId }) => userIds.includes(userId))).toMatchObject([
      { externalId: String(first), isJoined: true },
      { externalId: String(second), isJoined: true },
      { isJoined: false, key: expect.stringMatching(/^guichet-/) },
    ]);

    // Names and addresses of joined accounts are not the portal's to set, so they are no drift.
    const params = { systemId: space.systemId, examId: space.examId };
    await superAdmin.call(readDrift, { params });
    await drain(stage.portal.context, await openConnectors(stage.portal.context).of(null));
    const compared = (await superAdmin.call(getDrift, { params })).reply;
    expect(compared).toMatchObject({ state: 'done', missing: [], changed: [], strangers: [] });

    const release = (userId = 0) => superAdmin.call(releaseAccount, { body: { platformId: null, userId } });
    expect([(await release(userIds[1])).reply, (await release(userIds[1])).reply]).toEqual([true, false]);
    expect((await release(userIds[2])).reply).toBe(false);
    await work(space);
    const again = (await superAdmin.call(listPlatformAccounts, { body: { platformId: null, after: 0 } }))
      .reply.accounts;
    expect(again.find(({ userId }) => userId === userIds[1])).toMatchObject({
      isJoined: false,
      key: expect.stringMatching(/^guichet-/),
    });
    expect(stage.read(second)).toBe(before[1]);
    // The former account stays on the course until a repair of the drift removes it.
    const strangers = async () => {
      await superAdmin.call(readDrift, { params });
      await drain(stage.portal.context, await openConnectors(stage.portal.context).of(null));
      return (await superAdmin.call(getDrift, { params })).reply.strangers;
    };
    const externalId = String(second);
    expect(await strangers()).toMatchObject([{ externalId, name: 'Autre Nom', cause: 'unknown' }]);
    await superAdmin.call(repairDrift, { params, body: { what: 'stranger', externalId } });
    await drain(stage.portal.context, await openConnectors(stage.portal.context).of(null));
    expect(await strangers()).toEqual([]);
    expect(stage.read(second)).toBe(before[1]);
    const { rows } = await linesOf();
    expect(rows.map(({ action }) => action).slice(-2)).toEqual([
      'platform.accountsJoined',
      'platform.accountReleased',
    ]);
  });

  it('are joined by address, and never to an account that is not the one of the list', async () => {
    const space = await place([(person) => person]);
    const { userIds, ids, courseId } = space;
    const [userId = 0] = userIds;
    expect(await join('address', [{ userId, externalId: '2' }])).toEqual({
      joined: 0,
      refused: [{ userId, obstacle: null }],
      problem: null,
    });
    const [match] = (await matches('address')).matches.filter((one) => one.userId === userId);
    expect(match).toMatchObject({ account: { externalId: String(ids[0]) }, agrees: true, obstacle: null });
    expect(await join('address', [{ userId, externalId: String(ids[0]) }])).toMatchObject({ joined: 1 });
    await work(space);
    expect(await statesOf(courseId)).toEqual(['done']);
  });

  it('of several people, of nobody’s number and of staff are shown with why, and not joined', async () => {
    const { userIds, ids, people } = await place([
      (person) => ({ ...person, isStaff: true }),
      (person) => person,
      (person) => ({ ...person, number: '' }),
      (person) => person,
    ]);
    if (people[1]) stage.put({ ...people[1], email: 'double@campus.test' });
    // The account found by an address bears a number by which somebody else signs in.
    const [byAddress = 0] = ids.slice(3);
    if (people[3]) stage.put({ ...people[3], email: 'autre-double@campus.test' });
    const all = [...(await matches('studentNumber')).matches, ...(await matches('address')).matches];
    const obstacleOf = (at: number) =>
      all.filter(({ userId }) => userId === userIds[at]).map(({ obstacle }) => obstacle);
    if (platform === 'Moodle') expect(obstacleOf(0)).toEqual(['staff', 'staff']);
    expect(obstacleOf(1)).toContain('several');
    expect(obstacleOf(2)).toEqual(['withoutNumber']);
    expect(obstacleOf(3)).toEqual(['several', 'several']);
    expect(await join('address', [{ userId: userIds[3] ?? 0, externalId: String(byAddress) }])).toMatchObject(
      {
        joined: 0,
        problem: null,
      },
    );
    const pairs = userIds.map((userId, at) => ({ userId, externalId: String(ids[at]) }));
    const blocked = platform === 'Moodle' ? pairs.slice(0, 2) : pairs.slice(1, 2);
    const why = platform === 'Moodle' ? ['staff', 'several'] : ['several'];
    expect(await join('studentNumber', blocked)).toMatchObject({
      joined: 0,
      refused: blocked.map(({ userId }, at) => ({ userId, obstacle: why[at] })),
    });
    expect(await join('address', pairs.slice(2, 3))).toMatchObject({
      joined: 0,
      refused: [{ obstacle: 'withoutNumber' }],
    });
  });

  it('in use for another person are shown as that, and not joined a second time', async () => {
    const { userIds, people } = await place([() => null, () => null]);
    const [ann, ben] = people;
    if (!ann || !ben) throw new Error('nobody was placed');
    const externalId = String(stage.put({ ...ann, email: ben.email }));
    expect(await join('studentNumber', [{ userId: userIds[0] ?? 0, externalId }])).toMatchObject({
      joined: 1,
    });
    const ofBen = (await matches('address')).matches.find(({ userId }) => userId === userIds[1]);
    expect(ofBen).toMatchObject({ account: { externalId }, obstacle: 'taken' });
    expect(await join('address', [{ userId: userIds[1] ?? 0, externalId }])).toMatchObject({ joined: 0 });
  });

  it('are not taken for the twins of whoever bears a key of former versions', async () => {
    const space = await place([(person) => person]);
    const { userIds, ids, courseId } = space;
    const [userId = 0] = userIds;
    await join('studentNumber', [{ userId, externalId: String(ids[0]) }]);
    await work(space);
    const number = `g${userId}`;
    const other = { number, firstName: 'Ada', lastName: 'Autre', email: `ada${userId}@campus.test` };
    const externalId = String(stage.put(other));
    const course = { organisation: { id: 3, templateId: null, semesterId: null }, code: courseId };
    const made = await stage.portal.context.database.read
      .selectFrom('platform_courses')
      .select('external_id as externalId')
      .where('course_id', '=', courseId)
      .executeTakeFirstOrThrow();
    const ref = { ...course, externalId: made.externalId ?? '' };
    const { signal } = new AbortController();
    await openConnector(stage.portal.context).enrol(ref, [{ key: number, externalId }], signal);
    const params = { systemId: space.systemId, examId: space.examId };
    await superAdmin.call(readDrift, { params });
    await drain(stage.portal.context, await openConnectors(stage.portal.context).of(null));
    expect((await superAdmin.call(getDrift, { params })).reply).toMatchObject({
      missing: [],
      changed: [],
      strangers: [{ externalId, name: 'Ada Autre', cause: 'unknown' }],
    });
  });

  it('are for super admins alone', async () => {
    const admin = await stage.portal.as('admin', 3);
    for (const [who, status] of [
      [admin, 403],
      [stage.portal.nobody, 401],
    ] as const) {
      expect(
        (await who.call(listAccountMatches, { body: { platformId: null, by: 'address', after: 0 } })).status,
      ).toBe(status);
      expect((await who.call(listPlatformAccounts, { body: { platformId: null, after: 0 } })).status).toBe(
        status,
      );
    }
  });

  async function linesOf() {
    const lines = stage.portal.context.database.read
      .selectFrom('audit_lines')
      .select('action')
      .where('action', 'like', 'platform.account%')
      .orderBy('id');
    return { rows: await lines.execute() };
  }
});
