import { sql } from 'kysely';
import type { ReadDb, WriteTx } from '../../../core/database/database.ts';
import { isNotEnded } from '../sessions.queries.ts';

/** A person's open sessions, used after `idleSince`, by the rules of `selectLiveSessions`; the last used first. */
export function selectOpenSessions(db: ReadDb, userId: number, now: Date, idleSince: Date) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .leftJoin('users as i', 'i.id', 's.impersonator_id')
    .leftJoin('sessions as own', 'own.id', 's.impersonator_session_id')
    .select([
      's.id',
      's.started_at as startedAt',
      's.last_used_at as lastUsedAt',
      's.device',
      's.address',
      'i.first_name as impersonatorFirstName',
      'i.last_name as impersonatorLastName',
    ])
    .where('s.user_id', '=', userId)
    .where(sql.raw<boolean>(isNotEnded))
    .where('s.expires_at', '>', now)
    .where('s.last_used_at', '>', idleSince)
    .where((row) =>
      row.or([
        row('s.impersonator_session_id', 'is', null),
        row.and([row('own.ended_at', 'is', null), row('own.expires_at', '>', now)]),
      ]),
    )
    .orderBy('s.last_used_at', 'desc')
    .orderBy('s.id')
    .execute();
}

export async function endSessions(tx: WriteTx, userId: number, sessionIds: readonly string[], now: Date) {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('user_id', '=', userId)
    .where('id', 'in', [...sessionIds])
    .where('ended_at', 'is', null)
    .execute();
}
