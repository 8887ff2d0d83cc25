import type { ReadDb, WriteTx } from '../database/database.ts';

/** Condition of every statement that claims jobs: after a restore nothing goes out until an operator releases the hold. */
export const nothingHeld = 'not exists (select from outgoing_holds)';

/** Mails and calls that are pending in a backup may have gone out since it was made: they wait for an operator. */
export async function beginHold(tx: WriteTx, backupMadeAt: Date, now: Date): Promise<void> {
  const hold = { held_at: now, backup_made_at: backupMadeAt };
  await tx.deleteFrom('outgoing_holds').execute();
  await tx.insertInto('outgoing_holds').values(hold).execute();
}

export function findHold(db: ReadDb) {
  return db
    .selectFrom('outgoing_holds')
    .select(['held_at as since', 'backup_made_at as backupMadeAt'])
    .executeTakeFirst();
}

/** Returns whether there was a hold. */
export async function endHold(tx: WriteTx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('outgoing_holds').executeTakeFirst();
  return numDeletedRows > 0n;
}
