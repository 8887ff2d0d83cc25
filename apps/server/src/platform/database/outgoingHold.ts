import type { ReadDb, WriteTx } from './database.ts';

/** Condition of every statement that claims jobs: after a restore nothing goes out until an operator releases the hold. */
export const nothingHeld = 'not exists (select from outgoing_holds)';

export interface Hold {
  readonly since: Date;
  /** When the restored backup was made: mails and calls after it may have gone out already. */
  readonly backupMadeAt: Date;
}

export function findHold(db: ReadDb): Promise<Hold | undefined> {
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
