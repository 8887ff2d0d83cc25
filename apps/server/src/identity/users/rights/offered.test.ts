import { updatePassword } from '@guichet/contract/identity/account.given';
import { resetFactors } from '@guichet/contract/identity/factors';
import { endUserSessions, listUserSessions } from '@guichet/contract/identity/sessions.list';
import {
  correctUser,
  deleteUser,
  getUserInfo,
  listOtherSystems,
  setRoles,
  type UserInfo,
  updateUsers,
} from '@guichet/contract/identity/users.changes';
import { lockUser } from '@guichet/contract/identity/users.locking';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Caller, madePassword, openTestPortal, type TestPortal } from '../../../../test/portal.ts';
import { makePerson } from '../fixtures/people.ts';
import type { HeldRole } from './userRights.ts';

const student = (systemId: number) => ({ role: 'student', systemId }) as const;
const guest = (systemId: number) => ({ ...student(systemId), isGuest: true }) as const;

const worlds: readonly (readonly HeldRole[])[] = [
  [student(3)],
  [student(3), student(4)],
  [guest(2), student(3)],
  [student(3), guest(5)],
  [student(2), guest(3)],
  [guest(3), student(5)],
  [guest(2), { role: 'support', systemId: 3 }],
  [student(3), guest(4)],
  [{ role: 'admin', systemId: 2 }, guest(3)],
  [student(3), { role: 'superAdmin', systemId: null }],
];

const callers = [
  { of: 'system 3', systemIds: [3] },
  { of: 'systems 3 and 4', systemIds: [3, 4] },
  { of: 'all systems', systemIds: [] },
];

let portal: TestPortal;
const who = new Map<string, Caller>();
beforeAll(async () => {
  portal = await openTestPortal();
  for (const { of, systemIds } of callers)
    who.set(of, systemIds.length > 0 ? await signInAs(systemIds) : await portal.superAdmin());
});
afterAll(() => portal.close());

async function signInAs([first = 0, ...more]: readonly number[]): Promise<Caller> {
  const { database, clock } = portal.context;
  const { userId, email } = await portal.make('admin', first);
  for (const system_id of more)
    await database.transact((tx) =>
      tx
        .insertInto('user_roles')
        .values({ user_id: userId, system_id, role: 'admin', granted_at: clock.now() })
        .execute(),
    );
  return portal.signIn(email, madePassword);
}

/** A person with these roles, who has signed in. */
async function make(roles: readonly HeldRole[]): Promise<number> {
  const { context } = portal;
  const id = await makePerson(portal, { roles, row: { last_visit_at: context.clock.now() } });
  for (const { systemId, role, isGuest } of roles)
    if (isGuest)
      await context.database.transact((tx) =>
        tx
          .updateTable('user_roles')
          .set({ stated: '{}' })
          .where((eb) => eb.and({ user_id: id, system_id: systemId, role }))
          .execute(),
      );
  return id;
}

/** Gives a role of staff, beside the roles of before. */
const giving = (name: string): Action => ({
  isOffered: ({ maySetRoles, mayBeStaff }) => maySetRoles && mayBeStaff,
  call: (caller, { id, listRole }) =>
    caller.call(setRoles, { body: { id, roleList: [...new Set([...listRole, name])] } }),
});

interface Action {
  isOffered(info: UserInfo): boolean;
  call(caller: Caller, info: UserInfo): Promise<{ readonly status: number }>;
}

const correct = (caller: Caller, { id, firstName, lastName }: UserInfo, more: object) => {
  const same = { id, firstName, lastName, languageId: 'fr', newsLetter: false } as const;
  return caller.call(correctUser, { body: { ...same, ...more } });
};
const newPassword = 'Autre-Cle#7';
const mailed = { sendEmail: false, sendPassword: false, languageId: 'fr' } as const;
const passwordForm = { newPassword, confirmNewPassword: newPassword, ...mailed };

/** The actions of the panel: whether the fields of a person offer it, and the call behind it. */
const actions: Readonly<Record<string, Action>> = {
  password: {
    isOffered: ({ mayManage, listRole }) => mayManage && !listRole.includes('Super Admin'),
    call: (caller, { id: userId }) => caller.call(updatePassword, { body: { userId, ...passwordForm } }),
  },
  address: {
    isOffered: ({ mayManage }) => mayManage,
    call: (caller, info) => correct(caller, info, { email: `neuf${info.id}@etu.example.ca` }),
  },
  number: {
    isOffered: ({ mayManage, mayCorrect }) => mayManage || mayCorrect,
    call: (caller, info) => correct(caller, info, { studentNumber: '300771234' }),
  },
  factors: {
    isOffered: ({ mayManage }) => mayManage,
    call: (caller, { id }) => caller.call(resetFactors, { params: { id } }),
  },
  activation: {
    isOffered: ({ mayManage }) => mayManage,
    call: (caller, { id }) => caller.call(updateUsers, { body: { Ids: [id], Action: 'deactivate' } }),
  },
  sessions: {
    isOffered: ({ mayManage }) => mayManage,
    call: (caller, { id }) => caller.call(listUserSessions, { params: { id } }),
  },
  endSessions: {
    isOffered: ({ mayManage, mayLock }) => mayManage || mayLock,
    call: (caller, { id }) => caller.call(endUserSessions, { params: { id } }),
  },
  lock: {
    isOffered: ({ mayLock }) => mayLock,
    call: (caller, { id }) => caller.call(lockUser, { params: { id } }),
  },
  roles: {
    isOffered: ({ maySetRoles }) => maySetRoles,
    call: (caller, { id, listRole }) => caller.call(setRoles, { body: { id, roleList: listRole } }),
  },
  support: giving('Support - DC'),
  administration: giving('Admin - DC'),
  deletion: { isOffered: ({ deletableFrom }) => deletableFrom !== null, call: remove },
};

/** Deletes from the panel: where roles elsewhere stand in the way, the caller first takes them away, as the panel proposes. */
async function remove(caller: Caller, { id, deletableFrom, listRole }: UserInfo) {
  const body = { id };
  const params = { systemId: deletableFrom ?? 3 };
  const others = await caller.call(listOtherSystems, { params, body });
  if (others.status !== 200) return others;
  if (others.reply.length > 0) {
    const [kept = ''] = listRole;
    const taken = await caller.call(setRoles, { body: { id, roleList: [kept] } });
    if (taken.status !== 200) return taken;
  }
  return caller.call(deleteUser, { params, body });
}

it.each(callers)(
  'offers an administrator of $of what the server then allows, also with guests',
  async ({ of }) => {
    const caller = who.get(of) as Caller;
    const refused: unknown[] = [];
    for (const roles of worlds)
      for (const [name, { isOffered, call }] of Object.entries(actions)) {
        const { reply: info } = await caller.call(getUserInfo, { body: { id: await make(roles) } });
        const { status } = await call(caller, info);
        if (isOffered(info) !== (status === 200)) refused.push({ name, roles, status });
      }
    expect(refused).toEqual([]);
  },
);
