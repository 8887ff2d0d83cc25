import type { Insertable } from 'kysely';
import type { ReadDb, WriteTx } from '../surroundings.ts';
import type { PlatformTables } from '../tables.ts';

export async function insertEntry(tx: WriteTx, entry: Insertable<PlatformTables['builtin_entries']>) {
  await tx.insertInto('builtin_entries').values(entry).execute();
}

/** Marks an unused entry as used and returns it; of two simultaneous calls, only the first gets an entry. */
export function takeEntry(tx: WriteTx, id: string, organisation: number, now: Date) {
  return tx
    .updateTable('builtin_entries')
    .set({ used_at: now })
    .where((eb) => eb.and({ id, organisation, used_at: null }))
    .where('expires_at', '>', now)
    .returning([
      'user_key as key',
      'full_name as fullName',
      'is_staff as isStaff',
      'language',
      'course_code as courseCode',
      'opened_by as openedBy',
    ])
    .executeTakeFirst();
}

export async function insertVisit(tx: WriteTx, visit: Insertable<PlatformTables['builtin_sessions']>) {
  await tx.insertInto('builtin_sessions').values(visit).execute();
}

export function selectVisit(db: ReadDb, tokenHash: Buffer, organisation: number, now: Date) {
  return db
    .selectFrom('builtin_sessions')
    .select(['user_key as key', 'full_name as fullName', 'is_staff as isStaff', 'opened_by as openedBy'])
    .where((eb) => eb.and({ token_hash: tokenHash, organisation }))
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

export async function deleteVisit(tx: WriteTx, tokenHash: Buffer): Promise<void> {
  await tx.deleteFrom('builtin_sessions').where('token_hash', '=', tokenHash).execute();
}
