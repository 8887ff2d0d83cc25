import { impersonate } from '@guichet/contract/identity/sessions.impersonation';
import { giveExtraTimeRight } from '../extraTimeRight.ts';
import { type Caller, madePassword, type TestPortal } from '../portal.ts';

/** The system of the requested things, and one that its people have no rights on. */
export const own = 3;
export const foreign = 2;

export const kinds = [
  'signedOut',
  'deactivated',
  'student',
  'support',
  'admin',
  'otherAdmin',
  'impersonated',
  'superAdmin',
] as const;
export type Kind = (typeof kinds)[number];

/** One person of each kind; `impersonated` is the admin of `own`, impersonated by a super admin. */
export async function gatherPeople(portal: TestPortal): Promise<Record<Kind, Caller>> {
  const admin = await portal.as('admin', own);
  const otherAdmin = await portal.as('admin', foreign);
  await giveExtraTimeRight(portal, admin, own);
  await giveExtraTimeRight(portal, otherAdmin, foreign);
  return {
    signedOut: portal.nobody,
    deactivated: await deactivate(portal, await portal.as('admin', own)),
    student: await portal.as('student', own),
    support: await portal.as('support', own),
    admin,
    otherAdmin,
    impersonated: await actAs(portal, await portal.as('superAdmin'), admin),
    // Not the initial super admin: tests that end her sessions must not end the others.
    superAdmin: await portal.as('superAdmin'),
  };
}

/** Deactivates a person with an open session. */
async function deactivate(portal: TestPortal, person: Caller): Promise<Caller> {
  const { database, clock } = portal.context;
  await database.transact((tx) =>
    tx
      .updateTable('users')
      .set({ deactivated_at: clock.now() })
      .where('id', '=', person.userId)
      .executeTakeFirstOrThrow(),
  );
  return person;
}

async function actAs(portal: TestPortal, superAdmin: Caller, person: Caller): Promise<Caller> {
  const { reply, raw } = await superAdmin.call(impersonate, {
    params: { id: person.userId },
    body: { reason: 'rights', password: madePassword },
  });
  if (reply?.outcome !== 'started') throw new Error(raw);
  return portal.withToken(reply.accessToken, person.userId);
}
