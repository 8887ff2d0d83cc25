import { sql } from 'kysely';
import { ask, prepare } from '../../../core/database/connection/prepared.ts';
import type { ReadDb, Schema, WriteTx } from '../../../core/database/database.ts';
import type { Reader } from '../../../mail/outbox/outbox.service.ts';
import { isNotEnded } from '../../sessions/sessions.service.ts';

export interface PersonRow extends Reader {
  readonly id: number;
  readonly isEmailConfirmed: boolean;
  readonly isActive: boolean;
}

const personBySubject = prepare<PersonRow>(`
  select id, first_name as "firstName", last_name as "lastName", email, language,
    email_confirmed_at is not null as "isEmailConfirmed",
    deactivated_at is null and locked_at is null as "isActive"
  from users where subject = $1`);

export async function selectPerson(db: ReadDb, subject: string): Promise<PersonRow | undefined> {
  const [found] = await ask(db, personBySubject, [subject]);
  return found;
}

/** The session of the portal that signs in: how it was opened, since when, and whose. */
interface SessionRow {
  readonly factor: Schema['sessions']['factor'];
  readonly startedAt: Date;
  readonly subject: string;
  readonly isByProvider: boolean;
}

const sessionById = prepare<SessionRow>(`
  select s.factor, s.started_at as "startedAt", u.subject, s.signed_in_by is not null as "isByProvider"
  from sessions s join users u on u.id = s.user_id where s.id = $1`);

export async function selectSession(db: ReadDb, sessionId: string): Promise<SessionRow> {
  const [found] = await ask(db, sessionById, [sessionId]);
  if (!found) throw new Error('the session is gone');
  return found;
}

const actingIn = prepare(`
  select 1 from sessions where impersonator_session_id = $1 and ended_at is null and expires_at > $2 limit 1`);

/** Whether the owner of this session acts as somebody else at the moment. */
export async function isActing(db: ReadDb, sessionId: string, now: Date): Promise<boolean> {
  return (await ask(db, actingIn, [sessionId, now])).length > 0;
}

const behind = prepare<{ readonly sessionId: string }>(`
  select session_id as "sessionId" from openid_sign_ins where provider_session = $1
  order by signed_in_at desc limit 1`);

export async function findPortalSession(db: ReadDb, providerSession: string): Promise<string | null> {
  const [signIn] = await ask(db, behind, [providerSession]);
  return signIn?.sessionId ?? null;
}

/**
 * Notes a sign-in, which settles an earlier refusal of the application; values: session of the provider, application, session of
 * the portal, subject, now, NameID.
 */
export const noting = prepare<never>(`
  with settled as (update openid_clients set last_refusal = null where id = $2 and last_refusal is not null)
  insert into openid_sign_ins (provider_session, client_id, session_id, subject, signed_in_at, name_id)
  values ($1, $2, $3, $4, $5, $6)
  on conflict (provider_session, client_id) do update set session_id = excluded.session_id,
    subject = excluded.subject, signed_in_at = excluded.signed_in_at, name_id = excluded.name_id`);

/** The sign-ins of a person, as an application knows them, that were begun before a moment. */
export function selectNamedSignIns(
  db: ReadDb,
  { clientId, nameId, before }: { readonly clientId: string; readonly nameId: string; readonly before: Date },
) {
  return db
    .selectFrom('openid_sign_ins')
    .select(['provider_session as providerSession', 'session_id as sessionId'])
    .where('client_id', '=', clientId)
    .where('name_id', '=', nameId)
    .where('signed_in_at', '<', before)
    .execute();
}

/** The applications that a session of the portal has signed in to, by name; one that the last sign-out did not reach counts as not told. */
export function selectApplications(db: ReadDb, sessionId: string) {
  return db
    .selectFrom('openid_sign_ins as i')
    .innerJoin('openid_clients as c', 'c.id', 'i.client_id')
    .select(['c.name', sql<boolean>`c.logout_uri is not null and c.sign_out_failure is null`.as('isTold')])
    .where('i.session_id', '=', sessionId)
    .orderBy('c.name')
    .execute();
}

/** A sign-in whose session of the portal is over, with the application's name for its session. */
export interface EndedSignIn {
  readonly providerSession: string;
  readonly clientId: string;
  readonly subject: string;
  /** The NameID by which an application that speaks SAML knows the person. */
  readonly nameId: string | null;
  /** Null where the application is not to be told: it has no address for it, or the session ran out by itself. */
  readonly sid: string | null;
}

/**
 * Locks sign-ins whose session is over, at most `limit`; with `since`, of sessions that were ended or ran out later. A session that runs out is no sign-out: somebody who
 * sits an exam in the application, with the portal long closed, stays there.
 */
export async function lockEnded(
  tx: WriteTx,
  { now, since, limit }: { readonly now: Date; readonly since: Date | null; readonly limit: number },
): Promise<readonly EndedSignIn[]> {
  const isEnded = sql`(s.id is null or not (${sql.raw(isNotEnded)}))`;
  const isRecent = sql`i.session_id = any(array(
    select id from sessions
    where coalesce(ended_at, expires_at) > ${since}::timestamptz and coalesce(ended_at, expires_at) <= ${now}::timestamptz
    union select o.id from users e join sessions o on o.user_id = e.id and o.ended_at is null
    where greatest(e.deactivated_at, e.locked_at, e.sessions_ended_at) > ${since}::timestamptz))`;
  const { rows } = await sql<EndedSignIn>`
    select i.provider_session as "providerSession", i.client_id as "clientId", i.subject, i.name_id as "nameId",
      case when ${isEnded} and c.logout_uri is not null
        then case c.kind when 'saml' then i.provider_session
          else r.payload -> 'authorizations' -> (i.client_id::text) ->> 'sid' end end as sid
    from openid_sign_ins i
    join openid_clients c on c.id = i.client_id
    left join sessions s on s.id = i.session_id
    left join users u on u.id = s.user_id
    left join lateral (
      select payload from openid_records where kind = 'Session' and uid = i.provider_session
      order by expires_at desc limit 1) r on true
    where (${isEnded} or s.expires_at <= ${now}::timestamptz) and ${since === null ? sql`true` : isRecent}
    order by i.signed_in_at limit ${limit} for update of i skip locked`.execute(tx);
  return rows;
}

export async function deleteSignIns(tx: WriteTx, providerSessions: readonly string[]): Promise<void> {
  await sql`delete from openid_sign_ins where provider_session = any(${providerSessions}::text[])`.execute(
    tx,
  );
}
