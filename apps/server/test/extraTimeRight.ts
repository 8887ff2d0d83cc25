import type { Caller, TestPortal } from './portal.ts';

/** Gives a person of staff the right to see and give extra time in a system. */
export async function giveExtraTimeRight(
  { context: { database, clock } }: TestPortal,
  { userId }: Pick<Caller, 'userId'>,
  systemId: number,
): Promise<void> {
  const right = { user_id: userId, system_id: systemId, name: 'extraTime', granted_at: clock.now() } as const;
  await database.transact((tx) => tx.insertInto('user_rights').values(right).execute());
}
