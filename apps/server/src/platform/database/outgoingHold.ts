import type { ReadDb, WriteTx } from './database.ts';

/** Part of every statement that takes up jobs: a restored copy sends nothing again by itself. */
export const nothingHeld = 'not exists (select from outgoing_holds)';

export interface Hold {
  readonly since: Date;
  /** When the backup was made that was restored: what left after that would leave again. */
  readonly backupMadeAt: Date;
}

export function findHold(db: ReadDb): Promise<Hold | undefined> {
  return db
    .selectFrom('outgoing_holds')
    .select(['held_at as since', 'backup_made_at as backupMadeAt'])
    .executeTakeFirst();
}

/** Whether there was one. */
export async function endHold(tx: WriteTx): Promise<boolean> {
  const { numDeletedRows } = await tx.deleteFrom('outgoing_holds').executeTakeFirst();
  return numDeletedRows > 0n;
}
