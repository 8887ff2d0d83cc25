import { listEntrances } from '@guichet/contract/identity/access';
import { roleName } from '@guichet/contract/identity/roleNames';
import { getUserInfo, setRoles } from '@guichet/contract/identity/users.changes';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { giveExtraTimeRight } from '../../../../test/extraTimeRight.ts';
import { type Caller, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { listSystems } from '../../../systems/system/systems.service.ts';

let portal: TestPortal;
let admin: Caller;
let superAdmin: Caller;
let names: Record<'student' | 'support' | 'admin', string>;
beforeAll(async () => {
  portal = await openTestPortal();
  admin = await portal.as('admin', 3);
  await giveExtraTimeRight(portal, admin, 3);
  superAdmin = await portal.superAdmin();
  const system = (await listSystems(portal.context.database.read)).find(({ id }) => id === 3);
  if (!system) throw new Error('there is no system 3');
  const nameOf = (role: 'student' | 'support' | 'admin') => roleName(role, system);
  names = { student: nameOf('student'), support: nameOf('support'), admin: nameOf('admin') };
});
afterAll(() => portal.close());

interface Wanted {
  readonly roleList: string[];
  readonly extraTimeRights?: number[];
  readonly seenExtraTimeRights?: number[];
}

const set = ({ userId }: Caller, wanted: Wanted, who = admin) =>
  who.call(setRoles, { body: { id: userId, ...wanted } });
const rightsOf = async ({ userId }: Caller, who = superAdmin) =>
  (await who.call(getUserInfo, { body: { id: userId } })).reply.extraTimeRights;
const seesExtraTime = async (who: Caller) => {
  const { reply } = await who.call(listEntrances);
  return reply.entrances.filter((entrance) => entrance.seesExtraTime).map(({ systemId }) => systemId);
};
const auditOf = ({ userId }: Caller) =>
  portal.context.database.read
    .selectFrom('audit_lines')
    .select(['system_id as systemId', 'detail'])
    .where('action', '=', 'user.rolesChanged')
    .where('subject', '=', `user:${userId}`)
    .orderBy('id')
    .execute();

describe('the right to extra time', () => {
  it('comes with no role of support, is given and taken beside the roles, and is audited', async () => {
    const helper = await portal.as('support', 3);
    expect(await seesExtraTime(helper)).toEqual([]);
    expect(await seesExtraTime(admin)).toEqual([3]);
    const roleList = [names.support];
    expect((await set(helper, { roleList, extraTimeRights: [3] })).status).toBe(200);
    expect([await rightsOf(helper), await seesExtraTime(helper)]).toEqual([[3], [3]]);
    expect((await set(helper, { roleList, extraTimeRights: [] })).status).toBe(200);
    expect([await rightsOf(helper), await seesExtraTime(helper)]).toEqual([[], []]);
    expect(await auditOf(helper)).toMatchObject([
      { systemId: 3, detail: { given: ['extraTime:3'], taken: [] } },
      { systemId: 3, detail: { given: [], taken: ['extraTime:3'] } },
    ]);
  });

  it('stays where a form does not name it, and goes with the last role of staff', async () => {
    const helper = await portal.as('support', 3);
    await set(helper, { roleList: [names.support], extraTimeRights: [3] });
    await set(helper, { roleList: [names.support, names.student] });
    expect(await rightsOf(helper)).toEqual([3]);
    await set(helper, { roleList: [names.student] });
    expect(await rightsOf(helper)).toEqual([]);
    expect((await auditOf(helper)).at(-1)?.detail.taken).toEqual(
      expect.arrayContaining(['support:3', 'extraTime:3']),
    );
    await set(helper, { roleList: [names.student, names.support] });
    expect(await rightsOf(helper)).toEqual([]);
  });

  it('is refused for somebody who only takes exams, and changes nothing then', async () => {
    const student = await portal.as('student', 3);
    const { problem } = await set(student, { roleList: [names.student], extraTimeRights: [3] });
    expect(problem.code).toBe('extraTime.needsStaff');
    expect(await auditOf(student)).toEqual([]);
  });

  it('nobody gives themselves, nor in a system that they do not administer', async () => {
    const colleague = await portal.as('admin', 3);
    const own = await set(admin, { roleList: [names.admin], extraTimeRights: [3] });
    expect(own.problem.code).toBe('user.yourself');
    const elsewhere = await set(colleague, { roleList: [names.admin], extraTimeRights: [3, 2] });
    expect(elsewhere.problem.code).toBe('role.notYours');
    const helper = await portal.as('support', 3);
    expect((await set(colleague, { roleList: [names.admin], extraTimeRights: [3] }, helper)).status).toBe(
      403,
    );
    expect(await rightsOf(colleague)).toEqual([]);
  });

  it('that somebody else has changed meanwhile is not overwritten', async () => {
    const colleague = await portal.as('admin', 3);
    const roleList = [names.admin];
    await set(colleague, { roleList, extraTimeRights: [3] }, superAdmin);
    const { problem } = await set(colleague, { roleList, extraTimeRights: [], seenExtraTimeRights: [] });
    expect(problem.code).toBe('user.rolesChanged');
    expect(await rightsOf(colleague)).toEqual([3]);
    const seen = { extraTimeRights: [], seenExtraTimeRights: [3] };
    expect((await set(colleague, { roleList, ...seen })).status).toBe(200);
  });

  it('a super admin has everywhere, and others are shown that of their own systems alone', async () => {
    expect(await seesExtraTime(superAdmin)).toContain(3);
    const helper = await portal.as('support', 3);
    await set(helper, { roleList: [names.support], extraTimeRights: [3] });
    const neighbour = await portal.as('admin', 2);
    await portal.context.database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({
          user_id: helper.userId,
          system_id: 2,
          role: 'student',
          granted_at: portal.context.clock.now(),
        })
        .execute(),
    );
    expect([await rightsOf(helper, neighbour), await rightsOf(helper, admin)]).toEqual([[], [3]]);
  });
});
