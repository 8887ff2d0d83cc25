import type { Role } from '@guichet/contract/core/access';
import { type Insertable, sql } from 'kysely';
import type { ReadDb, WriteTx } from '../platform/database/database.ts';
import type { Schema } from '../platform/database/schema.ts';

/** A session that is neither ended nor over, of a person who may still use it, with that person's roles. */
export function selectLiveSession(db: ReadDb, sessionId: string, now: Date) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      'u.id as userId',
      's.impersonator_session_id as impersonatorSessionId',
      'u.email',
      'u.first_name as firstName',
      'u.last_name as lastName',
      'u.must_choose_password_since as mustChoosePasswordSince',
      (row) =>
        row
          .selectFrom('user_roles as r')
          .select(
            sql<
              { role: Role; systemId: number | null }[] | null
            >`json_agg(json_build_object('role', r.role, 'systemId', r.system_id))`.as('list'),
          )
          .whereRef('r.user_id', '=', 'u.id')
          .as('roles'),
    ])
    .where('s.id', '=', sessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .where('u.deactivated_at', 'is', null)
    .where((row) =>
      row.or([
        row('u.sessions_ended_at', 'is', null),
        row('s.started_at', '>', row.ref('u.sessions_ended_at')),
      ]),
    )
    .executeTakeFirst();
}

export async function insertSession(tx: WriteTx, session: Insertable<Schema['sessions']>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

export async function endSession(tx: WriteTx, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

export async function touchSession(tx: WriteTx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_at: now }).where('id', '=', sessionId).execute();
}

export async function insertRefreshToken(
  tx: WriteTx,
  token: Insertable<Schema['refresh_tokens']>,
): Promise<void> {
  await tx
    .insertInto('refresh_tokens')
    .values(token)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Ends the impersonations that were begun in a session; gives the persons in whose names they were. */
export function endImpersonations(tx: WriteTx, ownSessionId: string, now: Date) {
  return tx
    .updateTable('sessions as s')
    .from('users as u')
    .set({ ended_at: now })
    .whereRef('u.id', '=', 's.user_id')
    .where('s.impersonator_session_id', '=', ownSessionId)
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .returning(['u.id', 'u.first_name as firstName', 'u.last_name as lastName'])
    .execute();
}

/** The row is locked, so that two refreshes of one token come one after the other. */
export function lockRefreshToken(tx: WriteTx, token_hash: Buffer) {
  return tx
    .selectFrom('refresh_tokens as t')
    .innerJoin('sessions as s', 's.id', 't.session_id')
    .select(['t.session_id as sessionId', 't.spent_at as spentAt', 's.last_used_at as lastUsedAt'])
    .where('t.token_hash', '=', token_hash)
    .forUpdate('t')
    .executeTakeFirst();
}

export async function spendRefreshToken(tx: WriteTx, token_hash: Buffer, now: Date): Promise<void> {
  await tx
    .updateTable('refresh_tokens')
    .set({ spent_at: now })
    .where('token_hash', '=', token_hash)
    .execute();
}
