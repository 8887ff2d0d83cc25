import { notifyAfterCommit } from '../audit/audit.service.ts';
import type { ReadDb, WriteTx } from '../database/database.ts';
import { jobTables } from './job.ts';

/** SQL for all statements that claim jobs: after a restore nothing goes out until the hold is released. */
export const nothingHeld = 'not exists (select from outgoing_holds)';

/** Holds all jobs: pending mails and calls of a backup may have gone out since, so an operator decides. */
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

/** Ends the hold, and wakes all workers; returns whether there was a hold. */
export async function endHold(tx: WriteTx): Promise<boolean> {
  for (const { topic } of jobTables) notifyAfterCommit(tx, topic);
  const { numDeletedRows } = await tx.deleteFrom('outgoing_holds').executeTakeFirst();
  return numDeletedRows > 0n;
}
