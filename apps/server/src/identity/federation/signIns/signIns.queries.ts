import type { Insertable } from 'kysely';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';
import { deleteOverdue } from '../../../core/database/deleteOverdue.ts';

export type Step = Schema['federated_sign_ins']['step'];

/** Stores a step, in place of the one with the same id. */
export async function storeSignIn(tx: WriteTx, row: Insertable<Schema['federated_sign_ins']>): Promise<void> {
  await tx
    .insertInto('federated_sign_ins')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

/** A sign-in under way at this step, unless its time is over. */
export function selectSignIn(db: ReadDb, step: Step, id: string, now: Date) {
  return db
    .selectFrom('federated_sign_ins')
    .select(['browser_hash as browserHash', 'provider_id as providerId'])
    .select(['encrypted_facts as encryptedFacts', 'begun_at as begunAt'])
    .where('id', '=', id)
    .where('step', '=', step)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Makes the next step of a sign-in of what was asked, once; false when another request has. */
export async function updateSignIn(
  tx: WriteTx,
  id: string,
  next: { readonly id: string; readonly step: Step; readonly encrypted_facts: string },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('federated_sign_ins')
    .set(next)
    .where('id', '=', id)
    .where('step', '=', 'asked')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Takes a sign-in, once; false when another request has taken it. */
export async function deleteSignIn(tx: WriteTx, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('federated_sign_ins')
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** When a session was opened. */
export function selectStart(db: ReadDb, sessionId: string) {
  const session = db.selectFrom('sessions').select('started_at as startedAt').where('id', '=', sessionId);
  return session.executeTakeFirstOrThrow();
}

/** The provider's account by which a session was opened. */
export function selectSignedInBy(db: ReadDb, sessionId: string) {
  const session = db.selectFrom('sessions').select('signed_in_by as signedInBy').where('id', '=', sessionId);
  return session.executeTakeFirst();
}

export const deleteSignInsBefore = deleteOverdue({
  table: 'federated_sign_ins',
  key: 'id',
  at: 'expires_at',
});
