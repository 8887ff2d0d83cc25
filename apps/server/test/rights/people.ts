import { impersonate } from '@guichet/contract/sessions.impersonation';
import { type Caller, madePassword, type TestPortal } from '../portal.ts';

/** The system whose things are asked for, and the one that is none of its people's business. */
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

/** One of each kind; `impersonated` is the very admin of `own`, in whose name a super admin acts. */
export async function gatherPeople(portal: TestPortal): Promise<Record<Kind, Caller>> {
  const admin = await portal.as('admin', own);
  return {
    signedOut: portal.nobody,
    deactivated: await deactivate(portal, await portal.as('admin', own)),
    student: await portal.as('student', own),
    support: await portal.as('support', own),
    admin,
    otherAdmin: await portal.as('admin', foreign),
    impersonated: await actAs(portal, await portal.as('superAdmin'), admin),
    // Not the first one of the house: what ends all sessions of one shall leave the others alone.
    superAdmin: await portal.as('superAdmin'),
  };
}

/** Her session was open when it happened. */
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
