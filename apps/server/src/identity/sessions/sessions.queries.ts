import type { Role } from '@guichet/contract/core/access';
import { type Insertable, sql } from 'kysely';
import { ask, prepare } from '../../core/database/connection/prepared.ts';
import type { ReadDb, Schema, WriteTx } from '../../core/database/database.ts';
import { deleteOverdue } from '../../core/database/deleteOverdue.ts';
import { forgettingTry } from '../../core/rateLimit/rateLimit.queries.ts';
import type { SignedInBy } from '../factors/answers.service.ts';

interface LiveSession {
  readonly sessionId: string;
  readonly userId: number;
  readonly impersonatorSessionId: string | null;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly mustChoosePasswordSince: Date | null;
  readonly passwordMailedAt: Date | null;
  readonly factor: Schema['sessions']['factor'];
  readonly isByProvider: boolean;
  readonly roles: readonly { readonly role: Role; readonly systemId: number | null }[] | null;
}

/**
 * SQL: whether the session `s` of the account `u` counts, until it runs out: neither was ended, shut or locked, and no link
 * is due. A super admin who acts as somebody has shown more than the link would.
 */
export const isNotEnded = `s.ended_at is null and u.deactivated_at is null and u.locked_at is null
    and (u.link_due_since is null or s.impersonator_session_id is not null)
    and (u.sessions_ended_at is null or s.started_at > u.sessions_ended_at)`;

const liveSessions = prepare<LiveSession>(`
  select s.id as "sessionId", u.id as "userId", s.impersonator_session_id as "impersonatorSessionId", u.email, u.first_name as "firstName",
         u.last_name as "lastName", u.must_choose_password_since as "mustChoosePasswordSince",
         u.password_mailed_at as "passwordMailedAt", s.factor, s.signed_in_by is not null as "isByProvider",
         (select json_agg(json_build_object('role', r.role, 'systemId', r.system_id))
          from user_roles r where r.user_id = u.id) as roles
  from sessions s join users u on u.id = s.user_id
  where s.id = any($1::uuid[]) and s.expires_at > $2 and ${isNotEnded}`);

/** The given sessions that are open, of active persons, with their roles. */
export function selectLiveSessions(db: ReadDb, sessionIds: readonly string[], now: Date) {
  return ask(db, liveSessions, [sessionIds, now]);
}

const openSessions = prepare<{ readonly userId: number }>(`
  select s.user_id as "userId" from sessions s join users u on u.id = s.user_id
  where s.id = $1 and (s.impersonator_session_id is null or s.expires_at > $2) and ${isNotEnded}`);

/** The owner of a session that was not ended explicitly, else null. Expiry is ignored, except for impersonations. */
export async function findOwnerOfOpenSession(db: ReadDb, sessionId: string, now: Date) {
  const [session] = await ask(db, openSessions, [sessionId, now]);
  return session?.userId ?? null;
}

export async function insertSession(tx: WriteTx, session: Insertable<Schema['sessions']>): Promise<void> {
  await tx.insertInto('sessions').values(session).execute();
}

const sessionWithToken = prepare(`
  with opened as (
    insert into sessions (id, user_id, started_at, last_used_at, expires_at, device, address, factor)
    values ($1, $2, $3, $3, $4, $5, $6, $8)),
  ${forgettingTry('$9', '$10')}
  insert into refresh_tokens (token_hash, session_id, issued_at) values ($7, $1, $3)`);

type NewSession = Pick<
  Schema['sessions'],
  'id' | 'user_id' | 'started_at' | 'expires_at' | 'device' | 'address' | 'factor'
>;

/** Inserts a session with its first refresh token, and deletes the failed attempts in the same round trip. */
export async function insertSessionWithToken(
  tx: WriteTx,
  { id, user_id, started_at, expires_at, device, address, factor }: NewSession,
  token_hash: Buffer,
  tried: readonly [own: string, account: string | null],
): Promise<void> {
  const session = [id, user_id, started_at, expires_at, device, address];
  await ask(tx, sessionWithToken, [...session, token_hash, factor, ...tried]);
}

/** Notes the provider's account and session by which a session was opened. */
export async function noteProvider(tx: WriteTx, sessionId: string, by: SignedInBy): Promise<void> {
  const signed_in_by = JSON.stringify(by);
  await tx.updateTable('sessions').set({ signed_in_by }).where('id', '=', sessionId).execute();
}

/** The sign-in by a provider that has opened a session; null: whichever. `nameId`: the name in a SAML sign-out. */
export interface SignedInWith {
  readonly issuer: string;
  readonly subject: string | null;
  readonly session: string | null;
  readonly nameId: string | null;
}

/** Ends the open sessions that a provider's account has opened until `before`, but for the caller's; returns whose they were. */
export async function endSessionsBy(
  tx: WriteTx,
  { issuer, subject, session, nameId }: SignedInWith,
  {
    now,
    except,
    before = now,
  }: { readonly now: Date; readonly except: string | null; readonly before?: Date },
) {
  // Only what is named is asked for, so that an index serves each of the ways.
  const named = [
    [sql`signed_in_by ->> 'issuer'`, issuer],
    [sql`signed_in_by ->> 'subject'`, subject],
    [sql`signed_in_by ->> 'session'`, session],
    [sql`signed_in_by -> 'nameId' ->> 'value'`, nameId],
  ].flatMap(([key, value]) => (value === null ? [] : [sql`${key} = ${value}`]));
  const { rows } = await sql<{ id: string; userId: number }>`
    update sessions set ended_at = ${now}
    where ${sql.join(named, sql` and `)} and ended_at is null and expires_at > ${now}::timestamptz
      and id is distinct from ${except}::uuid and started_at <= ${before}::timestamptz
    returning id, user_id as "userId"`.execute(tx);
  return rows;
}

/** Serialises the actions of a session. */
export async function lockSession(tx: WriteTx, sessionId: string): Promise<void> {
  await tx.selectFrom('sessions').select('id').where('id', '=', sessionId).forNoKeyUpdate().execute();
}

/** The open impersonation that the same form has started after `since`. */
export function selectSameImpersonation(
  db: ReadDb,
  of: { ownSessionId: string; userId: number; reason: string; since: Date },
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'expires_at as expiresAt'])
    .where('impersonator_session_id', '=', of.ownSessionId)
    .where('user_id', '=', of.userId)
    .where('impersonation_reason', '=', of.reason)
    .where('started_at', '>', of.since)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
}

/** Ends a session; returns whether it was open. */
export async function endSession(tx: WriteTx, sessionId: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ ended_at: now })
    .where('id', '=', sessionId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function touchSession(tx: WriteTx, sessionId: string, now: Date): Promise<void> {
  await tx.updateTable('sessions').set({ last_used_at: now }).where('id', '=', sessionId).execute();
}

/** Ends the impersonations that were begun in these sessions; returns the impersonated persons. */
export function endImpersonations(tx: WriteTx, ownSessionIds: readonly string[], now: Date) {
  return tx
    .updateTable('sessions as s')
    .from('users as u')
    .set({ ended_at: now })
    .whereRef('u.id', '=', 's.user_id')
    .where('s.impersonator_session_id', 'in', [...ownSessionIds])
    .where('s.ended_at', 'is', null)
    .where('s.expires_at', '>', now)
    .returning(['u.id', 'u.first_name as firstName', 'u.last_name as lastName'])
    .execute();
}

/** Whether the account of a session is shut, and whether the session was ended before its time. */
export function findEndOfSession(db: ReadDb, sessionId: string) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select([
      sql<boolean>`u.deactivated_at is not null or u.locked_at is not null`.as('isShut'),
      sql<boolean>`s.ended_at is not null or u.sessions_ended_at >= s.started_at`.as('isEnded'),
    ])
    .where('s.id', '=', sessionId)
    .executeTakeFirst();
}

/** The number of open sessions, read from the index of their ends. */
export async function countLiveSessions(db: ReadDb, now: Date): Promise<number> {
  const { n } = await db
    .selectFrom('sessions')
    .where(sql<boolean>`coalesce(ended_at, expires_at) > ${now}`)
    .where('ended_at', 'is', null)
    .select((row) => row.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

export const deleteSessionsBefore = deleteOverdue({
  table: 'sessions',
  key: 'id',
  at: 'coalesce(ended_at, expires_at)',
});
