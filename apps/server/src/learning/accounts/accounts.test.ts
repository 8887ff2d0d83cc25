import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsOf as brightspaceSettings } from '../../../test/brightspace/brightspaceConnector.ts';
import { openBrightspaceServer } from '../../../test/brightspace/brightspaceServer.ts';
import { workUntilDone } from '../../../test/killedServer.ts';
import { drain, makeCandidates, planExamSpace, readEnrolmentJobs } from '../../../test/learning.ts';
import { addTemplate, settingsOf as moodleSettings } from '../../../test/moodle/moodleConnector.ts';
import { openMoodleServer } from '../../../test/moodle/moodleServer.ts';
import { openTestApp, type TestApp } from '../../../test/testApp.ts';
import { systemTransaction } from '../../core/audit/audit.service.ts';
import type { WriteTx } from '../../core/database/database.ts';
import { planAccountUpdate, planDeparture, planRetry } from '../learning.service.ts';
import { openConnectors } from '../platforms/connectors.ts';

interface Account {
  readonly id: string;
  readonly login: string;
  readonly name: string;
  readonly email: string;
}

interface Stage {
  readonly context: TestApp;
  /** Turns an account into a staff account; absent where the platform has no such thing. */
  readonly promote?: (id: string) => void;
  /** All accounts whose address begins with `zoe` or was parked, by id. */
  list(): Promise<Account[]>;
  close(): Promise<void>;
}

async function openMoodleStage(): Promise<Stage> {
  const moodle = await openMoodleServer();
  addTemplate(moodle);
  const context = await openTestApp(moodleSettings(moodle));
  return {
    context,
    promote: (id) => void Object.assign(moodle.site.users.get(Number(id)) ?? {}, { isAdmin: true }),
    list: async () =>
      [...moodle.site.users.values()]
        .filter(({ id }) => id > 3)
        .map(({ id, username: login, firstname, lastname, email }) => ({
          id: String(id),
          login,
          name: `${firstname} ${lastname}`,
          email,
        })),
    async close() {
      await context.close();
      await moodle.close();
    },
  };
}

async function openBrightspaceStage(): Promise<Stage> {
  const server = await openBrightspaceServer();
  const context = await openTestApp(brightspaceSettings(server));
  return {
    context,
    list: async () =>
      [...server.site.users.values()].map(({ id, userName: login, firstName, lastName, email }) => ({
        id: String(id),
        login,
        name: `${firstName} ${lastName}`,
        email: email ?? '',
      })),
    async close() {
      await context.close();
      await server.close();
    },
  };
}

async function openBuiltinStage(): Promise<Stage> {
  const context = await openTestApp();
  return {
    context,
    list: async () => {
      const rows = await context.database.read
        .selectFrom('builtin_users')
        .select(['id', 'key as login', 'full_name as name', 'email'])
        .orderBy('id')
        .execute();
      return rows.map(({ id, ...row }) => ({ id: String(id), ...row }));
    },
    close: () => context.close(),
  };
}

describe.each([
  ['Moodle', openMoodleStage],
  ['Brightspace', openBrightspaceStage],
  ['the built-in platform', openBuiltinStage],
] as const)('accounts on %s', (_platform, openStage) => {
  let stage: Stage;
  let context: TestApp;
  beforeAll(async () => {
    stage = await openStage();
    ({ context } = stage);
  });
  afterAll(() => stage.close());

  const inTx = <T>(work: (tx: WriteTx) => Promise<T>) => systemTransaction(context, work);
  const work = async (until?: Awaited<ReturnType<typeof planExamSpace>>) => {
    const connector = await openConnectors(context).of(null);
    if (until) await workUntilDone(context, connector, until);
    else await drain(context, connector);
  };
  const statesOf = async (courseId: string) =>
    (await readEnrolmentJobs(context, courseId)).map(({ state }) => state);
  const accountsOf = async (emails: readonly string[]) =>
    (await stage.list()).filter(({ email }) => emails.includes(email));

  async function place(count: number) {
    const candidates = makeCandidates(count);
    const space = await planExamSpace(context, { candidates });
    await work(space);
    const emails = candidates.map(({ email }) => email);
    expect(new Set(await statesOf(space.courseId))).toEqual(new Set(['done']));
    return { ...space, candidates, emails, accounts: await accountsOf(emails) };
  }

  /** Removes people as the undo of an import and the deletion of a person do. */
  async function remove(userIds: readonly number[]) {
    await inTx(async (tx) => {
      for (const userId of userIds) {
        await planDeparture(tx, userId, context.clock.now());
        await tx.deleteFrom('enrolments').where('user_id', '=', userId).execute();
        await tx.deleteFrom('users').where('id', '=', userId).execute();
      }
    });
  }

  async function readdress(userId: number, email: string) {
    const now = context.clock.now();
    await inTx(async (tx) => {
      await tx.updateTable('users').set({ email }).where('id', '=', userId).execute();
      await planAccountUpdate(tx, userId, { now, today: '2026-01-01' });
    });
  }

  it('have keys that are no numbers of rows, and keep them', async () => {
    const { accounts, candidates, userIds, courseId } = await place(3);
    expect(accounts).toHaveLength(3);
    for (const { login } of accounts) expect(login).toMatch(/^guichet-[0-9a-f]{36}$/);
    expect(new Set(accounts.map(({ login }) => login)).size).toBe(3);
    const record = await context.database.read
      .selectFrom('platform_accounts')
      .select(['key', 'external_id as id', 'origin'])
      .where('user_id', '=', userIds[0] ?? 0)
      .executeTakeFirst();
    const first = accounts.find(({ email }) => email === candidates[0]?.email);
    expect(record).toEqual({ key: first?.login, id: first?.id, origin: 'made' });
    const { systemId } = { systemId: 3 };
    await inTx((tx) => planRetry(tx, { systemId, courseId, now: context.clock.now() }));
    await work();
    expect(await accountsOf(candidates.map(({ email }) => email))).toEqual(accounts);
  });

  it.each([true, false])(
    'are taken up again by the corrected list (places left first: %s)',
    async (isWorked) => {
      const { candidates, userIds, emails, accounts } = await place(12);
      const count = (await stage.list()).length;
      await remove(userIds);
      if (isWorked) await work();
      const corrected = candidates.map((one) => ({ ...one, lastName: `${one.lastName} Roy` }));
      const again = await planExamSpace(context, { candidates: corrected });
      await work(again);
      expect(await statesOf(again.courseId)).toEqual(corrected.map(() => 'done'));
      expect(await stage.list()).toHaveLength(count);
      const now = await accountsOf(emails);
      expect(now.map(({ id }) => id)).toEqual(accounts.map(({ id }) => id));
      for (const { name } of now) expect(name).toMatch(/ Roy$/);
    },
  );

  it('are taken up again when their records were lost in a restore', async () => {
    const { candidates, userIds, accounts, emails } = await place(3);
    await remove(userIds);
    await inTx((tx) => tx.deleteFrom('platform_accounts').where('user_id', 'in', userIds).execute());
    await work();
    const again = await planExamSpace(context, { candidates });
    await work(again);
    expect(await statesOf(again.courseId)).toEqual(['done', 'done', 'done']);
    expect(await accountsOf(emails)).toEqual(accounts);
  });

  it('are asked about rights of staff before the first use, when their records were lost', async ({
    skip,
  }) => {
    if (!stage.promote) return skip('nobody becomes staff there');
    const { candidates, userIds, accounts, emails } = await place(1);
    await remove(userIds);
    await inTx((tx) => tx.deleteFrom('platform_accounts').where('user_id', 'in', userIds).execute());
    await work();
    stage.promote(accounts[0]?.id ?? '');
    const again = await planExamSpace(context, { candidates });
    await work();
    expect(await readEnrolmentJobs(context, again.courseId)).toMatchObject([
      { state: 'failed', lastRemark: { code: 'staffAccount' } },
    ]);
    expect(await accountsOf(emails)).toEqual(accounts);
  });

  it('are both right after two people exchanged their addresses, one after the other', async () => {
    const { userIds, emails, accounts } = await place(2);
    const [ann = 0, ben = 0] = userIds;
    const [first = '', second = ''] = emails;
    await readdress(ann, 'zoe-between@guichet.test');
    await readdress(ben, first);
    await readdress(ann, second);
    await work();
    const idOf = (list: readonly Account[], email: string) => list.find((one) => one.email === email)?.id;
    const now = await accountsOf(emails);
    expect(idOf(now, first)).toBe(idOf(accounts, second));
    expect(idOf(now, second)).toBe(idOf(accounts, first));
  });

  it('are not given to somebody who has the former address of a person who is still there', async () => {
    const { userIds, emails, accounts } = await place(1);
    const [ann = 0] = userIds;
    const [email = ''] = emails;
    const moved = { email: `moved-${email}`, email_key: `moved-${email}` };
    await inTx((tx) => tx.updateTable('users').set(moved).where('id', '=', ann).execute());
    const other = { firstName: 'Eva', lastName: 'Roy', email };
    const space = await planExamSpace(context, { candidates: [other] });
    await work(space);
    const { userIds: newcomers } = space;
    const records = await context.database.read
      .selectFrom('platform_accounts')
      .select(['user_id as userId', 'external_id as externalId'])
      .where('user_id', 'in', [ann, ...newcomers])
      .execute();
    const idOf = (userId?: number) => records.find((one) => one.userId === userId)?.externalId;
    expect(idOf(ann)).toBe(accounts[0]?.id);
    expect([null, undefined, accounts[0]?.id]).not.toContain(idOf(newcomers[0]));
  });

  it('give an address on when the person who had it is gone', async () => {
    const { userIds, emails, courseId, accounts } = await place(2);
    const [left = 0, stays = 0] = userIds;
    await remove([left]);
    await work();
    await readdress(stays, emails[0] ?? '');
    await work();
    expect((await readEnrolmentJobs(context, courseId)).at(-1)).toMatchObject({ state: 'done' });
    const ids = (await accountsOf([emails[0] ?? ''])).map(({ id }) => id);
    expect(ids).toContain(accounts.find(({ email }) => email === emails[1])?.id);
  });
});
